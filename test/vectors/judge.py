"""Recomputes every vector of this folder without Vedette: python3 judge.py

Needs Python 3.11 with scipy and cryptography. Prints what disagrees and ends with 1, or one line of counts.
"""

import base64
import hashlib
import json
import math
import pathlib
import struct
import sys
from datetime import datetime, timedelta, timezone
from fractions import Fraction

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from scipy import stats

here = pathlib.Path(__file__).parent
lines = lambda name: [json.loads(line) for line in (here / name).open(encoding="utf-8")]
load = lambda name: json.loads((here / name).read_text(encoding="utf-8"))
sha = lambda data: hashlib.sha256(data).digest()
wrong, judged = [], 0


def judge(place, holds):
    global judged
    judged += 1
    if not holds:
        wrong.append(place)


def close(left, right):
    if isinstance(right, list):
        return all(map(close, left, right))
    return abs(left - right) <= max(1e-12, 1e-9 * abs(right))


# Canonical JSON: Python's own writer.
for row in lines("canonical-json.jsonl"):
    text = json.dumps(json.loads(row["input"]), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    judge(row["input"], text == row["canonical"] and sha(text.encode()).hex() == row["sha256"])
for row in lines("canonical-json-reject.jsonl"):
    try:
        value = json.loads(row["input"])
        judge(row["input"], "Python accepts" in row["why"] or math.isinf(value if isinstance(value, float) else value[0]))
    except ValueError:
        judge(row["input"], True)

# Merkle tree: RFC 9162, 2.1.1 for roots; 2.1.3.2 and 2.1.4.2 for proofs.
node = lambda left, right: sha(b"\1" + left + right)


def root_of(leaves):
    if len(leaves) < 2:
        return leaves[0] if leaves else sha(b"")
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return node(root_of(leaves[:split]), root_of(leaves[split:]))


def included(index, size, leaf, root, path):
    if index >= size:
        return False
    at, last, value = index, size - 1, leaf
    for step in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            value = node(step, value)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            value = node(value, step)
        at, last = at >> 1, last >> 1
    return last == 0 and value == root


def consistent(first, second, root1, root2, path):
    if first > second or first == 0:
        return first == 0 and not path
    if first == second:
        return not path and root1 == root2
    path = [root1, *path] if first & first - 1 == 0 else list(path)
    if not path:
        return False
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    old = new = path[0]
    for step in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            old, new = node(step, old), node(step, new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            new = node(new, step)
        at, last = at >> 1, last >> 1
    return last == 0 and old == root1 and new == root2


merkle = load("merkle.json")
hexes = lambda texts: [bytes.fromhex(text) for text in texts]
leaves = [sha(b"\0" + leaf) for leaf in hexes(merkle["leaves_hex"])]
judge("leaf hashes", leaves == hexes(merkle["leaf_hashes"]))
for size, root in merkle["roots"].items():
    judge(f"root {size}", root_of(leaves[: int(size)]).hex() == root)
for row in merkle["inclusion"]:
    leaf, root = hexes([row["leaf_hash"], row["root"]])
    judge(row, included(row["index"], row["size"], leaf, root, hexes(row["proof"])) == row["valid"])
for row in merkle["consistency"]:
    roots = hexes([row["root1"], row["root2"]])
    judge(row, consistent(row["first"], row["second"], *roots, hexes(row["proof"])) == row["valid"])


# Signed notes: Ed25519 of the cryptography package.
def verifies(note, text, public, key_id, name):
    head, _, signatures = note.partition("\n\n")
    for line in signatures.splitlines():
        prefix = f"\u2014 {name} "
        blob = base64.b64decode(line[len(prefix) :]) if line.startswith(prefix) else b""
        if blob[:4] == key_id:
            try:
                Ed25519PublicKey.from_public_bytes(public).verify(blob[4:], (head + "\n").encode())
                return head + "\n" == text
            except InvalidSignature:
                return False
    return False


for row in load("signed-note.json")["vectors"]:
    public = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(row["seed_hex"])).public_key().public_bytes_raw()
    key_id = sha(row["name"].encode() + b"\n\1" + public)[:4]
    vkey = "+".join([row["name"], key_id.hex(), base64.b64encode(b"\1" + public).decode()])
    judge(row["note"], row["vkey"] == vkey and verifies(row["note"], row["text"], public, key_id, row["name"]) == row["valid"])

# Brier scores: the double of one subtraction and one multiplication.
for row in lines("brier.jsonl"):
    difference = row["p"] - (row["outcome"] == "YES")
    score = difference * difference
    judge(row, score == row["brier"] and repr(score) == row["repr"] and struct.pack(">d", score).hex() == row["hex"])

# Times: datetime and exact fractions.
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
micros = lambda text: (datetime.fromisoformat(text) - EPOCH) // timedelta(microseconds=1)
times = load("times.json")
for row in times["micros_to_iso"]:
    judge(row, micros(row["iso"]) == row["us"])
for row in times["days"]:
    span = micros(row["resolved_at"]) - micros(row["made_at"])
    judge(row, span == row["micros"] and math.floor(Fraction(span, 86400) + Fraction(1, 2)) / 1e6 == row["days_to_resolution"])
for row in times["wayback_before_resolution"]:
    captured = datetime.strptime(row["capture"] + "+0000", "%Y%m%d%H%M%S%z") + timedelta(seconds=1)
    judge(row, (captured <= datetime.fromisoformat(row["resolved_at"])) == row["earlier"])

# Statistics: SciPy, and the definitions written out.
figures = load("stats.json")


def wilson(hits, n, alpha):
    ends = stats.binomtest(hits, n).proportion_ci(1 - alpha, "wilson")
    return [ends.low, ends.high]


for row in figures["wilson"]:
    judge(row, close(wilson(row["hits"], row["n"], row["alpha"]), [row["lo"], row["hi"]]))
for row in figures["quantiles"]["normal"]:
    judge(row, close(stats.norm.ppf(row["p"]), row["z"]))
for row in figures["quantiles"]["student_t"]:
    judge(row, close(stats.t.ppf(row["p"], row["df"]), row["t"]))
for row in figures["quantiles"]["student_t_two_sided_p"]:
    judge(row, close(2 * stats.t.sf(abs(row["t"]), row["df"]), row["p"]))


def power(n, effect, alpha):
    bound = stats.t.ppf(1 - alpha / 2, n - 1)
    return stats.nct.sf(bound, n - 1, effect * n**0.5) + stats.nct.sf(bound, n - 1, -effect * n**0.5)


for row in figures["paired_t_sample_size"]:
    reaches = lambda n: power(n, row["effect_size_d"], row["alpha"]) >= row["power"]
    judge(row, reaches(row["n"]) and not reaches(row["n"] - 1))

mean = lambda values: math.fsum(values) / len(values)
for at, graded in enumerate(figures["graded_sets"]):
    expected, markets = graded["expect"], {}
    for row in graded["rows"]:
        won = row["outcome"] == "YES"
        markets.setdefault(row["market"], []).append(((row["p"] - won) ** 2, (row["price"] - won) ** 2))
    model = [mean([loss for loss, _ in rows]) for rows in markets.values()]
    market = [mean([loss for _, loss in rows]) for rows in markets.values()]
    skill = lambda ours, theirs: 1 - math.fsum(ours) / math.fsum(theirs)
    judge(f"counts of set {at}", [len(graded["rows"]), len(markets)] == [expected["total_graded"], expected["n_distinct_resolved"]])
    judge(f"means of set {at}", close([mean(model), mean(market)], [expected["brier_model_mean"], expected["brier_market_baseline_mean"]]))
    judge(f"skill of set {at}", close(skill(model, market), expected["brier_skill_score_vs_market"]))
    n = len(model)
    if "paired" in expected:
        paired, gains = expected["paired"], [theirs - ours for ours, theirs in zip(model, market)]
        test = stats.ttest_1samp(gains, 0)
        ends = test.confidence_interval(0.95)
        sign = stats.binomtest(sum(gain > 0 for gain in gains), sum(gain != 0 for gain in gains))
        judge(f"paired test of set {at}", close(
            [mean(gains), stats.tstd(gains), test.statistic, test.df, test.pvalue, ends.low, ends.high, sign.pvalue],
            [*[paired[name] for name in ("mean_difference", "sd", "t", "df", "p_two_sided")], *paired["ci95"], paired["sign_test_p"]]))
    if "skill_jackknife" in expected:
        left_out = [skill(model[:one] + model[one + 1 :], market[:one] + market[one + 1 :]) for one in range(n)]
        error = math.sqrt((n - 1) / n * math.fsum((value - mean(left_out)) ** 2 for value in left_out))
        reach = stats.t.ppf(0.975, n - 1) * error
        centre = expected["brier_skill_score_vs_market"]
        judge(f"jackknife of set {at}", close([error, centre - reach, centre + reach], [expected["skill_jackknife"]["se"], *expected["skill_jackknife"]["ci95"]]))
    # Murphy's three parts over bins of equal width, and the mean of the logarithmic loss.
    table, rows = graded["calibration"], [(row["p"], row["outcome"] == "YES") for row in graded["rows"]]
    bins = {}
    for p, won in rows:
        bins.setdefault(min(table["bins"] - 1, int(p * table["bins"])), []).append((p, won))
    base = mean([won for _, won in rows])
    part = lambda of: math.fsum(len(inside) * of(mean([p for p, _ in inside]), mean([won for _, won in inside])) for inside in bins.values()) / len(rows)
    log_loss = mean([-math.log(p if won else 1 - p) for p, won in rows])
    judge(f"calibration of set {at}", close(
        [base, part(lambda p, rate: (p - rate) ** 2), part(lambda _, rate: (rate - base) ** 2), base * (1 - base), part(lambda p, rate: abs(p - rate)), log_loss],
        [table[name] for name in ("base_rate", "reliability", "resolution", "uncertainty", "ece", "log_loss_mean")]))

for place in wrong:
    print("disagrees:", place)
print(f"{judged} judged, {len(wrong)} disagree")
sys.exit(1 if wrong else 0)
