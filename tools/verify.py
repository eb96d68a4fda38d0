#!/usr/bin/env python3
"""Check a Vedette deployment, or one saved receipt or case, without any of Vedette's own code.

    python3 verify.py https://vedette.example [--vkey KEY] [--key API_KEY] [--state FILE] [--as-of 2026-07-01T00:00:00Z]
                      [--witness KEY ...] [--tsa-ca FILE]
    python3 verify.py --receipt FILE --vkey KEY
    python3 verify.py --case FILE --vkey KEY [--witness KEY ...] [--tsa-ca FILE]

Needs Python 3.8 or later and the `openssl` command (1.1.1 or later) for signatures, nothing else. It follows
docs/registry.md, and reads about fifteen addresses however long the log is. --witness gives the key of a witness, and
--tsa-ca a file with the root certificate of a time-stamping authority, both from somewhere that you trust.
It answers four questions, each with yes, no or not checked: whether the log is unchanged, whether it is complete,
whether the exchanges decided so, whether the figures follow. Ends with 0 when nothing is wrong, 1 when something is
(named), 2 when it could not be finished, 3 when the log is of another version of the format.
"""
import argparse
import base64
import datetime
import email.utils
import hashlib
import http.client
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

HOUR = 3600 * 10**6
# By how much a clock may be set back: until it has caught up, records are dated by the last before.
SET_BACK = HOUR
HEX = re.compile(r"[0-9a-f]{64}\Z")
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\Z")
DOCUMENT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,127}\Z")
KINDS = {"policy", "plan", "intent", "bundle", "shadow", "trade", "exit", "settlement", "correction", "seal", "withdrawal", "key", "receipt"}


class Wrong(Exception):
    """Something does not hold."""


class Missing(Wrong):
    """There is no such file."""


class Unread(Exception):
    """Something could not be read."""


class Grown(Unread):
    """There are records that no head signs yet."""


class OtherVersion(Exception):
    """It is of another version of the format: nothing is said about whether it holds."""


def insist(holds, what, why):
    if not holds:
        raise Wrong(f"{what}: {why}")


def alike(given, due):
    """Whether two values are the same JSON: Python takes true for 1."""
    if isinstance(given, dict) and isinstance(due, dict):
        return given.keys() == due.keys() and all(alike(value, due[name]) for name, value in given.items())
    if isinstance(given, (list, tuple)) and isinstance(due, (list, tuple)):
        return len(given) == len(due) and all(map(alike, given, due))
    return given == due and isinstance(given, bool) == isinstance(due, bool)


def same(given, due, what):
    insist(alike(given, due), what, f"is {short(given)}, and {short(due)} follows")


def only(value, names, what):
    """An object with these members and no others."""
    insist(isinstance(value, dict), what, "is not an object")
    unknown, lacking = set(value) - set(names), set(names) - set(value)
    insist(not unknown, what, f"has a member that is not known, {short(min(unknown, default=None))}: nothing proves it")
    insist(not lacking, what, f"lacks {short(min(lacking, default=None))}")


def known(value, names, what):
    """An object with these members; one more is of another version of what is published."""
    insist(isinstance(value, dict), what, "is not an object")
    lacking, unknown = set(names) - set(value), set(value) - set(names)
    insist(not lacking, what, f"lacks {short(min(lacking, default=None))}")
    if unknown:
        raise OtherVersion(f"{what}: has a member that is not known, {short(min(unknown))}")


def near(given, due, what):
    if isinstance(due, float) and isinstance(given, (int, float)) and not isinstance(given, bool):
        insist(abs(given - due) <= 1e-9 * max(1, abs(due)), what, f"is {given}, and {due} follows")
    else:
        same(given, due, what)


def short(value):
    text = json.dumps(value)
    return text if len(text) < 90 else text[:80] + "..."


def say(line):
    """Nothing of a stranger reaches the terminal raw, and no letter that only looks like another."""
    print("".join(c if " " <= c <= "~" else "\\u{%x}" % ord(c) for c in line), flush=True)


def sha(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def once(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a member stands twice")
    return dict(pairs)


def number(text):
    """A number as a program writes it: 0.5, never 0.50, 5e-1 or NaN."""
    value = float(text)
    plain = re.match(r"-?(0|[1-9]\d*)(\.\d*[1-9])?\Z", text) or (re.match(r"-?\d(\.\d*[1-9])?e[+-]\d+\Z", text) and not 1e-4 <= abs(value) < 1e16)
    if not plain or not math.isfinite(value):
        raise ValueError(f"{text[:40]} is another spelling of a number")
    return value


def compact(value):
    """JSON as ECMAScript's JSON.stringify writes it: no white space, the shortest spelling of each value."""
    if isinstance(value, dict):
        return "{" + ",".join(compact(name) + ":" + compact(one) for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    text = json.dumps(value, ensure_ascii=False)
    small = re.match(r"-?(\d)(?:\.(\d+))?e-0?(\d+)\Z", text) if isinstance(value, float) else None
    if small and int(small.group(3)) <= 6:
        return "%.*f" % (len(small.group(2) or "") + int(small.group(3)), value)
    return text.replace("e-0", "e-") if small else text


def parse(text, what, exact=True):
    """Canonical JSON; where it is not asked for, JSON as a program writes it, without doubled members."""
    try:
        value = json.loads(text, object_pairs_hook=None if exact else once, parse_float=number, parse_constant=number)
        again = canonical(value) if exact else compact(value)
    except (ValueError, RecursionError) as error:
        raise Wrong(f"{what}: is not JSON as it is served ({error})")
    insist(again == text, what, "is not canonical JSON" if exact else "is not written as it is served: there is white space, or another spelling of a value")
    return value


def micros(instant):
    insist(isinstance(instant, str) and INSTANT.match(instant) is not None, "an instant", f"{short(instant)} is none")
    at = datetime.datetime.strptime(instant, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc)
    delta = at - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (delta.days * 86400 + delta.seconds) * 10**6 + delta.microseconds


def instant(at):
    whole = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=at)
    return whole.strftime("%Y-%m-%dT%H:%M:%S.") + "%06dZ" % whole.microsecond


def next_day(date):
    return (datetime.date.fromisoformat(date) + datetime.timedelta(days=1)).isoformat()


def round4(x):
    return math.floor(x * 10000 + 0.5) / 10000


def side_price(side, yes):
    return yes if side == "YES" else round4(1 - yes)


def fee(trade, size, price):
    """By the schedule sealed with the trade; without one, Kalshi's general schedule, and no fee elsewhere."""
    rate, exponent = trade.get("fee_rate"), trade.get("fee_exponent")
    # Higher powers of price x (1 - price) leave no fee.
    insist(0 <= (rate or 0) <= 1 and 0 <= (exponent or 0) <= 4, trade["id"], "has no fee schedule")
    if trade["exchange"] == "kalshi":
        percent = 7 if rate is None else 100 * rate
        return math.ceil(math.floor(percent * size * price * (1 - price) * 1e6 + 0.5) / 1e6) / 100
    rate = rate or 0
    return round4(size * rate * (price * (1 - price)) ** (1 if exponent is None else exponent))


# ---- tree and signature ---------------------------------------------------------------------------------

def leaf(data):
    return hashlib.sha256(b"\0" + data.encode()).digest()


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


class Tree:
    """Roots of the first n leaves, for every n (RFC 9162, 2.1)."""

    def __init__(self):
        self.size, self.stack, self.roots = 0, [], {0: hashlib.sha256(b"").hexdigest()}

    def add(self, hashed, keep=False):
        self.stack.append(hashed)
        at = self.size
        while at % 2:
            right, left = self.stack.pop(), self.stack.pop()
            self.stack.append(node(left, right))
            at //= 2
        self.size += 1
        if keep:
            self.roots[self.size] = self.root()

    def root(self):
        if not self.stack:
            return self.roots[0]
        hashed = self.stack[-1]
        for left in reversed(self.stack[:-1]):
            hashed = node(left, hashed)
        return hashed.hex()


def included(index, size, hashed, path, root):
    """RFC 9162, 2.1.3.2."""
    if not (type(index) is int and type(size) is int and 0 <= index < size and isinstance(path, list)):
        return False
    fn, sn = index, size - 1
    for step in path:
        if not (isinstance(step, str) and HEX.match(step)) or sn == 0:
            return False
        other = bytes.fromhex(step)
        if fn % 2 or fn == sn:
            hashed = node(other, hashed)
            while fn and fn % 2 == 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            hashed = node(hashed, other)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and hashed.hex() == root


def read_key(vkey, algorithm=1):
    """Name, key id and bytes of a verifier key: 1 is Ed25519, 4 an Ed25519 cosignature with a time."""
    try:
        name, key_id, rest = vkey.strip().split("+", 2)
        raw = base64.b64decode(rest, validate=True)
    except ValueError:
        raise Wrong("public key: is not a verifier key")
    insist(len(raw) == 33 and raw[0] == algorithm, "public key", "is not of Ed25519, or not of a witness where one is asked for")
    insist(hashlib.sha256(name.encode() + b"\n" + raw).hexdigest()[:8] == key_id, "public key", "does not have its id")
    return name, key_id, raw[1:]


def read_note(note, what):
    """Text of a signed note, and name, key id and signature of each line below it."""
    text, blank, block = note.rpartition("\n\n")
    insist(blank != "" and block.endswith("\n"), what, "is not a signed note")
    signatures = []
    for line in block[:-1].split("\n"):
        match = re.match(r"— (\S+) (\S+)\Z", line)
        insist(match is not None, what, "has a malformed signature line")
        try:
            raw = base64.b64decode(match.group(2), validate=True)
        except ValueError:
            raise Wrong(f"{what}: has a malformed signature line")
        insist(base64.b64encode(raw).decode() == match.group(2), what, "has a malformed signature line")
        signatures.append((match.group(1), raw[:4].hex(), raw[4:]))
    return text + "\n", signatures


def signed_text(note, vkey, what):
    """Name of a key, and the text of a note that it has signed."""
    name, key_id, public = read_key(vkey)
    text, lines = read_note(note, what)
    signatures = [signature for by, its_id, signature in lines if (by, its_id) == (name, key_id)]
    insist(signatures, what, "is not signed by this key")
    for signature in signatures:
        insist(ed25519(public, text.encode(), signature), what, "its signature does not verify")
    return name, text


def verify_note(note, vkey, what):
    """Origin, size and root of a checkpoint that the key has signed."""
    name, text = signed_text(note, vkey, what)
    lines = text.split("\n")
    insist(lines[0] == name, what, "is of another log")
    insist(re.match(r"(0|[1-9]\d*)\Z", lines[1]) is not None, what, "states no size")
    return lines[0], int(lines[1]), base64.b64decode(lines[2], validate=True).hex()


def signed_tree(note, keys, what):
    """Origin, size and root of a checkpoint by the key in force at its size, or a later one."""
    wrong = None
    for vkey, until in reversed(keys):
        try:
            signed = verify_note(note, vkey, what)
        except Wrong as error:
            wrong = wrong or error
            continue
        if until is None or signed[1] <= until:
            return signed
        wrong = Wrong(f"{what}: is signed by a key that was given up before")
    raise wrong


def read_keys(files, records, origin, vkey, known):
    """Keys of the log, each with the largest tree that it may have signed: each is named by the one before."""
    keys, in_force = [], None
    for index, record in enumerate(records):
        if record["kind"] != "key":
            continue
        what = f"document of {record['id']}"
        text = files.text(f"/api/registry/document/{record['sha256']}.json")
        same(hashlib.sha256(text.encode()).hexdigest(), record["sha256"], f"{what}: sha256")
        document = parse(text, what)
        previous, following, note = (document[name] for name in ("previous", "vkey", "note"))
        insist(in_force in (None, previous), what, "does not name the key in force as its predecessor")
        insist(following not in [previous] + [one for one, _ in keys], what, "names a key that was given up before")
        same(record["id"], "k-" + hashlib.sha256(following.encode()).hexdigest()[:24], f"{what}: id")
        for key in (previous, following):
            _, said = signed_text(note, key, what)
            same(said, f"log key change\n{origin}\n{previous}\n{following}\n", f"{what}: what it signs")
        keys.append((previous, index))
        in_force = following
    insist(in_force in (None, vkey), "public key", "is not the one that the log named last")
    keys.append((vkey, None))
    for key in known:
        insist(key is None or key in [one for one, _ in keys], "the published key", "is not the one that was given or seen before, and the log names no way from that to this")
    return keys


def ed25519(public, message, signature):
    key = bytes.fromhex("302a300506032b6570032100") + public
    return openssl("pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", key, "-in", message, "-sigfile", signature)


def openssl(*words):
    """Whether the command ends well."""
    return openssl_output(*words) is not None


def openssl_output(*words):
    """What the command writes, None if it fails; bytes among its words are the content of a file."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["openssl"]
        for number, word in enumerate(words):
            if isinstance(word, bytes):
                path = os.path.join(folder, str(number))
                with open(path, "wb") as file:
                    file.write(word)
                word = path
            command.append(word)
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            return done.stdout if done.returncode == 0 else None
        except FileNotFoundError:
            raise Unread("the command openssl, which checks signatures")


# ---- reading --------------------------------------------------------------------------------------------

class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


BROWSER = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Accept-Encoding": "identity", "Accept-Language": "en-US,en;q=0.9",
    "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
}
BODY_MAX, TOTAL_MAX, SECONDS_MAX = 160 * 2**20, 400 * 2**20, 600


def retry_after(header):
    """Seconds that a header asks to wait: it may state them or an instant."""
    if re.match(r"\d{1,9}\Z", header or ""):
        return int(header)
    try:
        return max(0, math.ceil(email.utils.parsedate_to_datetime(header).timestamp() - time.time()))
    except (TypeError, ValueError, AttributeError):
        return 0


PAGES_MAX = 500


class Deployment:
    """Reads as a browser does, so that nobody tells a verifier from a reader; in bounded time and memory."""

    def __init__(self, base, api_key):
        self.base, self.api_key, self.requests, self.taken, self.began = base.rstrip("/"), api_key, 0, 0, time.time()
        self.opener = urllib.request.build_opener(NoRedirect)

    def get(self, path):
        headers = dict(BROWSER)
        if self.api_key:
            headers["X-API-Key"] = self.api_key
        for attempt in range(3):
            self.requests += 1
            if time.time() - self.began > SECONDS_MAX:
                raise Unread(f"{path}: all of it takes longer than {SECONDS_MAX} s")
            try:
                with self.opener.open(urllib.request.Request(self.base + path, headers=headers), timeout=60) as answer:
                    self.link = answer.headers.get("Link") or ""
                    return self.body(answer, path)
            except urllib.error.HTTPError as error:
                wait = retry_after(error.headers.get("Retry-After"))
                if error.code == 404:
                    raise Missing(f"{path}: is not there (HTTP 404)")
                if error.code in (429, 503) and 0 < wait <= 90 and attempt < 2:
                    say(f"note  the deployment asks to wait {wait} s")
                    time.sleep(wait)
                    continue
                raise Unread(f"{path} (HTTP {error.code})")
            except (OSError, ValueError, http.client.HTTPException) as error:
                raise Unread(f"{path} ({type(error).__name__})")

    def body(self, answer, path):
        pieces, size = [], 0
        while True:
            piece = answer.read1(2**16)
            if not piece:
                break
            pieces.append(piece)
            size += len(piece)
            self.taken += len(piece)
            if size > BODY_MAX or self.taken > TOTAL_MAX:
                raise Unread(f"{path}: more than {min(BODY_MAX, TOTAL_MAX)} bytes")
            if time.time() - self.began > SECONDS_MAX:
                raise Unread(f"{path}: all of it takes longer than {SECONDS_MAX} s")
        stated = answer.headers.get("Content-Length")
        if stated is not None and re.match(r"\d{1,12}\Z", stated) and int(stated) != size:
            raise Unread(f"{path}: the answer was cut")
        return b"".join(pieces)

    def text(self, path):
        try:
            return self.get(path).decode("utf-8")
        except UnicodeDecodeError:
            raise Wrong(f"{path}: is not UTF-8")

    def lines(self, path):
        text = self.text(path)
        insist(text == "" or text.endswith("\n"), path, "the last line has no end: the answer was cut")
        return text.split("\n")[:-1]

    def pages(self, path):
        """Entries of a list, and whether it was read to its end."""
        rows, first, read = [], path, 0
        while path and read < PAGES_MAX:
            rows += parse(self.text(path), path, exact=False)
            read += 1
            match = re.search(r"<([^>]+)>;\s*rel=\"?next", self.link)
            path = match and re.sub(r"^https?://[^/]+", "", match.group(1))
            if len(rows) > 200000:
                raise Unread(f"{first}: it does not end")
        return rows, not path


# ---- the log --------------------------------------------------------------------------------------------

def read_record(line, what):
    record = parse(line, what)
    insist(isinstance(record, dict) and set(record) == {"id", "kind", "made_at", "sha256"}, what, "is not a record")
    insist(record["kind"] in KINDS, what, f"is of an unknown kind {short(record['kind'])}")
    insist(isinstance(record["id"], str) and DOCUMENT_ID.match(record["id"]), what, "has no proper id")
    insist(isinstance(record["sha256"], str) and HEX.match(record["sha256"]), what, "has no proper sha256")
    micros(record["made_at"])
    return record


def read_log(lines, size, root, sizes):
    insist(len(lines) >= size, "log.jsonl", f"has {len(lines)} records, the checkpoint signs {size}: records are withheld")
    tree, records, last, ids, hashes = Tree(), [], "", set(), set()
    for index, line in enumerate(lines[:size]):
        what = f"log.jsonl line {index + 1}"
        record = read_record(line, what)
        insist(record["made_at"] > last, what, "is not later than the record before")
        insist(record["id"] not in ids and record["sha256"] not in hashes, what, "repeats an id or a hash")
        last = record["made_at"]
        ids.add(record["id"])
        hashes.add(record["sha256"])
        records.append(record)
        tree.add(leaf(line), index + 1 in sizes)
    insist(tree.root() == root, "log.jsonl", "its records do not give the signed root: the log was rewritten")
    if len(lines) > size:
        raise Grown(f"log.jsonl has {len(lines)} records, and the newest head signs {size}: the rest is not signed yet; try again in a while")
    return records, tree.roots


def read_documents(records, others, bundles):
    others, bundles, documents, loose = iter(others), iter(bundles), [], []
    for record in records:
        what = f"{record['kind']} {record['id']}"
        line = next(bundles if record["kind"] == "bundle" else others, None)
        insist(line is not None, what, "its document is missing")
        proven = sha(line) == record["sha256"]
        insist(proven or record["kind"] == "bundle", what, "does not have the SHA-256 that the log states")
        document = parse(line, what)
        names = {"bundle_id": "id", "made_at": "made_at"} if record["kind"] == "bundle" else {"kind": "kind", "id": "id", "made_at": "made_at"}
        for name, member in names.items():
            same(document.get(name), record[member], f"{what} {name}")
        record["kind"] == "bundle" or same(document["schema_version"], "1.0.0", f"{what} schema_version")
        if not proven:
            loose.append((what, record, document))
        documents.append((record, document, proven))
    if next(others, None) is not None or next(bundles, None) is not None:
        raise Grown("documents.jsonl or bundles.jsonl have lines of which the log has no record yet")
    named = {bundle for record, document, _ in documents if record["kind"] == "withdrawal" for bundle in document["bundles"]}
    for what, record, document in loose:
        insist(document["schema_version"] == "1.0.0" and record["id"] in named, what, "does not have the SHA-256 that the log states")
    return documents


LOG_FORMAT = 2
# What a policy may state.
LIMITS = {
    "model_draws": (1, 9), "model_markets_per_call": (1, 16), "model_calls_per_day": (0, 10**6), "shadow_calls_per_day": (0, 10**6), "arm_calls_per_day": (0, 10**6),
    "quote_max_seconds": (0, 2 * 86400), "settlement_days": (0, 3650), "track_record_days": (1, 3650), "trade_min_confidence": (0, 1), "trade_min_edge": (0, 1),
    "trade_stake_usd": (1, 10**6), "trade_stop_loss_share": (0, 1), "trade_take_profit_share": (0, 1),
}
TICKERS = {"kalshi": re.compile(r"[A-Z0-9][A-Z0-9._-]{0,127}\Z"), "polymarket": re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}\Z")}
DIRECTIONS = ("ESCALATE", "DEESCALATE", "YES", "NO", "SKIP")


class History:
    """What the documents say, each against those before it."""

    def __init__(self, documents):
        self.in_effect, self.plans, self.intents, self.bundles = None, {}, {}, {}
        self.trades, self.settlements, self.seals, self.withdrawn, self.taken_back, self.plan_records = {}, {}, {}, {}, {}, {}
        self.events, self.last, self.newest, self.first_policy, self.archive = {}, None, None, None, None
        self.policies, self.questions, self.open, self.closing, self.shadows = [], {}, {}, set(), []
        self.forecasts, self.calibration, self.forecast, self.call = {}, (None, None), set(), []
        self.block, self.odd, self.of_market, self.members, self.begun = None, {}, {}, set(), None
        for record, document, proven in documents:
            what = f"{record['kind']} {record['id']}"
            if record["kind"] != "exit":
                self.all_closed()
            insist(not self.call or record["kind"] == "intent", what, "is where the next intent of the call before should follow")
            try:
                self.check_block(record["kind"], document, what)
                self.members |= {f"{short(name)} of {GROUPS[record['kind']]}" for name in document if record["kind"] in MEMBERS and name not in MEMBERS[record["kind"]]}
                getattr(self, record["kind"])(record, document, proven, what)
            except (KeyError, TypeError, AttributeError, IndexError) as error:
                raise Wrong(f"{what}: lacks or misuses {error}")
            self.last, self.newest = record["id"], record["made_at"]
        self.all_closed()
        insist(not self.call, "the log", "names a market of a call whose intent is missing")
        if self.in_effect is None and self.bundles:
            raise OtherVersion("the log has forecasts and no policy: it is of version 0.1")
        synthetic = True if self.archive is not None else None
        for key, (record, document, proven) in self.bundles.items():
            own = document["input"].get("synthetic") is True
            synthetic = own if synthetic is None else synthetic
            insist(own == synthetic, f"bundle {key}", f"is {'' if own else 'not '}synthetic, unlike the rest of its log")
            side = document["prediction"]["side"]
            if document["schema_version"] != "1.0.0" and side is not None:
                insist(trade_id(key, side) in self.trades, f"bundle {key}", "says that it was traded, and no trade is in the log")
            for one in document.get("joint") or []:
                other = self.bundles.get(one["bundle_id"])
                insist(other is not None and other[1].get("joint") == document["joint"], f"bundle {key}", f"was asked about together with {one['bundle_id']}, which is not in the log or says otherwise")
                insist(reasons_of(other[1]) == reasons_of(document), f"bundle {key}", f"has other reasons or another group than {one['bundle_id']}, which the same answer is about")

    def check_block(self, kind, document, what):
        """What one answer wrote stands together: a bundle, its trade and shadows, then those of the next market of its call."""
        own, joint = document.get("bundle_id"), [one["bundle_id"] for one in document.get("joint") or [] if kind == "bundle"]
        first = kind == "bundle" and own not in joint[1:]
        if kind in ("bundle", "trade", "shadow") and not first:
            insist(self.block == (joint[joint.index(own) - 1] if kind == "bundle" else own), what, "was written apart from the answer that it belongs to")
        if kind not in ("trade", "shadow"):
            self.block = own if kind == "bundle" else None

    def receipt(self, record, document, proven, what):
        raise Wrong(f"{what}: no such document was ever written")

    def in_force(self, document, what):
        insist(self.in_effect is not None, what, "stands before any policy")
        same(document["policy_sha256"], self.in_effect[0]["sha256"], f"{what} policy_sha256")

    def rules(self):
        return self.in_effect[1]["rules"]

    def policy(self, record, document, proven, what):
        before = self.in_effect[0]["sha256"] if self.in_effect else None
        same(document["supersedes"], before, f"{what} supersedes")
        same(record["id"], "po-" + sha(canonical(document["rules"]) + "|" + (before or ""))[:32], f"{what} id")
        if "archive" in document["rules"]:
            self.archive = document["rules"]["archive"]
            insist(isinstance(self.archive, str) and re.match(r"https://[a-z0-9.-]+\Z", self.archive), what, "rules.archive is not an address of an archive")
        form = document["rules"].get("log_format")
        if form != LOG_FORMAT:
            raise OtherVersion(f"{what}: log_format is {short(form)}, and this program knows {LOG_FORMAT}")
        for name, (least, most) in LIMITS.items():
            value = document["rules"].get(name, least)
            insist(not isinstance(value, bool) and least <= value <= most, what, f"{name} is {short(value)}, not within {least} and {most}")
        self.in_effect = (record, document)
        self.policies.append(document["rules"])
        self.begun = self.begun or record["made_at"]
        self.first_policy = self.first_policy or record["made_at"][:10]

    def seal(self, record, document, proven, what):
        same(document["id"], "seal-" + document["date"], f"{what} id")
        insist(document["date"] not in self.seals, what, "is the second of its day")
        self.seals[document["date"]] = document

    def plan(self, record, document, proven, what):
        date = record["made_at"][:10]
        same((document["date"], document["id"]), (date, "pl-" + date), what)
        insist(date not in self.plans, what, "is the second of its day")
        self.in_force(document, what)
        rules = self.rules()
        same(document["budget"], {"calls_per_day": rules["model_calls_per_day"], "calls_per_tick": rules["model_calls_per_tick"]}, f"{what} budget")
        markets = [(m["exchange"], m["ticker"]) for m in document["markets"]]
        insist(markets == sorted(set(markets)), what, "its markets are out of order or doubled")
        self.plans[date] = markets
        for market in document["markets"]:
            self.event(market, what)
        self.plan_records[date] = record

    def event(self, market, what):
        """The event of a market is sealed when it is first named, and stays."""
        name = (market["exchange"], market["ticker"])
        insist(name[0] in TICKERS and isinstance(name[1], str) and TICKERS[name[0]].match(name[1]), what, f"{short(name[1])} is not a ticker of {short(name[0])}")
        insist(market["event"] is None or isinstance(market["event"], str), what, "has an event that is not text")
        same(self.events.setdefault(name, market["event"]), market["event"], f"{what}: the event of {name[1]} that was sealed before")

    def all_closed(self):
        insist(not self.closing, f"record {self.last}", f"leaves trade {min(self.closing, default=None)} of its market open")

    def held(self, market):
        return {trade[1]["side"] for trade in self.open.get(market, {}).values()}

    def intent(self, record, document, proven, what):
        self.in_force(document, what)
        same(document["asked_at"], record["made_at"], f"{what} asked_at")
        same(document["prompt_sha256"], document["model"]["prompt_sha256"], f"{what} prompt_sha256")
        same(document["prompt_sha256"], self.rules()["prompt_sha256"], f"{what} prompt_sha256")
        insist(re.match(r"in-[0-9a-f]{32}\Z", record["id"]), what, "has no proper id")
        rules, market = self.rules(), (document["exchange"], document["ticker"])
        same((document["model"]["name"], document["model"]["version"]), (rules["model_provider"], rules["model_name"]), f"{what} model: that of the policy")
        same(document["model"]["prompt_id"], rules["prompt_id"], f"{what} prompt_id: that of the policy")
        self.check_call(document, rules, what)
        self.event(document, what)
        self.intents[record["sha256"]] = [record, document, None, rules, self.held(market), list(self.open.get(market, {}).values()), self.of_market]

    def check_call(self, intent, rules, what):
        """Intents of one call follow each other in the order of its list; beside it only models and arms of the policy are asked."""
        joint = intent.get("joint")
        own = {"bundle_id": "rb-" + intent["id"][3:], "ticker": intent["ticker"], "input_sha256": intent["input_sha256"]}
        call = [own, joint, intent["exchange"], intent["event"], intent["policy_sha256"]]
        if self.call:
            same(call, self.call.pop(0), f"{what}: the next intent of the call before")
        elif joint is not None:
            insist(len(joint) > 1, what, "joint names fewer than two markets")
            insist(len(joint) <= rules.get("model_markets_per_call", 16), what, "asks about more markets than the policy allows in a call")
            insist(intent["event"] is not None, what, "is one of several of its call, and of no event")
            same(own, joint[0], f"{what}: what its list names first")
            self.call = [[one, *call[1:]] for one in joint[1:]]
        asked = [(one["arm"], one["model"]["name"]) for one in intent.get("beside", [])]
        for one in intent.get("beside", []):
            arm, name, version = one["arm"], one["model"]["name"], one["model"]["version"]
            recorded = (name, version) == (rules["model_provider"], rules["model_name"])
            known = name in rules["shadow_models"] if arm == "A" else recorded and arm in rules["arms"]
            insist(known and isinstance(version, str) and version, what, f"asks {short(name)} in arm {short(arm)} beside it, which the policy does not")
        insist(len(set(asked)) == len(asked), what, "asks a model beside it twice")

    def bundle(self, record, document, proven, what):
        self.bundles[record["id"]] = (record, document, proven)
        self.forecast.add(market_of(document))
        if document["schema_version"] == "1.0.0":
            insist(self.in_effect is None, what, "is of version 1.0.0 under a policy")
            self.of_market.setdefault(market_of(document), []).append(document)
            if proven:
                check_bundle(document, what)
            return
        same(document["schema_version"], "2.0.0", f"{what} schema_version")
        intent = self.intents.get(document["intent_sha256"])
        insist(intent is not None, what, "answers no intent: it was forecast without one")
        insist(intent[2] is None, what, "answers an intent that is answered already")
        insist(micros(record["made_at"]) <= micros(intent[0]["made_at"]) + HOUR, what, "came more than an hour after its intent")
        same(record["id"][3:], intent[0]["id"][3:], f"{what} id")
        check_bundle(document, what)
        check_answer(document, intent[1], what)
        for one in intent[1].get("beside", []):  # Rivals are asked about the same input, also those that do not answer.
            due = document["input_sha256"] if one["arm"] == "A" else sha(canonical(arm_input(document["input"], one["arm"], what)))
            same(one["input_sha256"], due, f"{what}: beside, its input in arm {one['arm']}")
        same(document["input"]["code_version"], intent[3]["code_version"], f"{what} code_version: that of the policy")
        self.check_combined(document, intent, what)
        insist(len(document["draws"]) <= intent[3]["model_draws"], what, "has more draws than the policy allows")
        market, question = market_of(document), document["input"]["question"]
        self.questions.setdefault(market, set()).add((question["text"], question.get("label"), question.get("strike")))
        side, due, open_now = document["prediction"]["side"], due_side(document, intent[3], what), self.held(market)
        if side is None:
            insist(due is None or due in intent[4] or due in open_now, what, f"was not traded, and the policy buys {due} at its edge and confidence")
        else:
            same(side, due, f"{what} side: what the policy buys")
            insist(side not in open_now, what, "was bought while a position on that side was open")
        intent[2] = (record, document)
        earlier = self.of_market.setdefault(market, [])
        for name, is_odd in ODDITIES.items():
            self.odd[name] = self.odd.get(name, 0) + bool(is_odd(document, intent, earlier))
        earlier.append(document)

    def check_combined(self, bundle, intent, what):
        """Draws drawn together, and the answer calibrated on what stood in the log before the day of its intent."""
        rules, frozen, probability = intent[3], bundle["input"], bundle["prediction"]["probability_yes"]
        model = (frozen["model"]["name"], frozen["model"]["version"])
        if "combination" in rules:
            if rules["combination"] != COMBINATION:
                raise OtherVersion(f"{what}: combination of its policy is {short(rules['combination'])}, and this program knows {COMBINATION}")
            key = (intent[0]["made_at"][:10], rules["calibration_markets_min"], model)
            if self.calibration[0] != key:
                self.calibration = (key, calibration_before(self.forecasts.get(model, {}), self.settlements, *key[:2]))
            markets, line = self.calibration[1]
            draws = [draw["probability_yes"] for draw in bundle["draws"]]
            due = {
                "shrunk": None if len(draws) < 2 else round4(logistic(sum(map(logit, draws)) / (len(draws) + 1))),
                "calibrated": None if line is None else round4(logistic(line[0] + line[1] * logit(probability))),
                "markets": markets,
                "intercept": line and line[0],
                "slope": line and line[1],
            }
            same(bundle["combined"], due, f"{what} combined: what follows from its draws and the log before its day")
        made = (bundle["made_at"], probability, frozen["market"]["yes_price"], frozen["question"]["closes_at"])
        self.forecasts.setdefault(model, {}).setdefault(market_of(bundle), []).append(made)

    def shadow(self, record, document, proven, what):
        bundle = self.bundle_of(document, what)
        arm, model = document["arm"], document["model"]["name"]
        shown = arm_input(bundle["input"], arm, what)
        asked = {"arm": arm, "input_sha256": document["input_sha256"]}
        evidence = {name: value for name, value in shown.items() if name != "model"}
        same(document["input_sha256"], sha(canonical(shown)), f"{what} input_sha256")
        same(document["evidence_sha256"], sha(canonical(evidence)), f"{what} evidence_sha256")
        same(record["id"], f"sh-{bundle['bundle_id'][3:]}-{model}" + ("" if arm == "A" else "-" + arm.lower()), f"{what} id")
        same((document["exchange"], document["ticker"]), market_of(bundle), what)
        same(document["intent_sha256"], bundle["intent_sha256"], f"{what} intent_sha256")
        intent = self.intents[document["intent_sha256"]]
        named = [one for one in intent[1]["beside"] if one["model"]["name"] == model and {**asked, **one} == one]
        insist(named, what, "is not named in its intent: it was asked without one")
        insist(micros(record["made_at"]) <= micros(intent[0]["made_at"]) + HOUR, what, "came more than an hour after its intent")
        check_said(document["prediction"], what)
        self.shadows.append((document, named[0]["model"]["version"]))

    def trade(self, record, document, proven, what):
        bundle = self.bundle_of(document, what)
        same(self.last, bundle["bundle_id"], f"{what}: the record before it")
        self.in_force(document, what)
        rules = self.rules()
        same(document["stake_usd"], rules["trade_stake_usd"], f"{what} stake_usd")
        check_trade(document, bundle, what)
        dated = bundle["input"]["market"]["quoted_at"] is not None
        asked = self.intents[bundle["intent_sha256"]][0]["made_at"]
        insist(not dated or quoted_in_time(bundle["input"], self.rules(), asked, SET_BACK), what, "was bought at a quote older than the policy allows")
        self.trades[record["id"]] = self.open.setdefault(market_of(bundle), {})[record["id"]] = [record, document, bundle, []]

    def exit(self, record, document, proven, what):
        trade = self.trades.get(document["trade_id"])
        insist(trade is not None, what, "ends a trade that is not in the log before it")
        market = (trade[1]["exchange"], trade[1]["ticker"])
        check_exit(record, document, trade, self.settlements.get(market, []), self.rules(), what)
        trade[3].append((record, document))
        self.open[market].pop(document["trade_id"], None)
        self.closing.discard(document["trade_id"])

    def settlement(self, record, document, proven, what):
        insist((document["exchange"], document["ticker"]) in self.forecast, what, "is the outcome of a market that was not forecast before")
        known = self.settlements.setdefault((document["exchange"], document["ticker"]), [])
        check_settlement(record, document, known, what)
        known.append((record, document))
        # A settlement ends every open trade of its market, a correction those that were held to it.
        market = (document["exchange"], document["ticker"])
        self.closing = set(self.open.get(market, {}))
        if record["kind"] == "correction":
            self.closing |= {key for key, trade in self.trades.items() if (trade[1]["exchange"], trade[1]["ticker"]) == market and trade[3] and trade[3][-1][1]["reason"] == "settled"}

    correction = settlement

    def key(self, record, document, proven, what):
        """Was read before everything that it signs: read_keys."""

    def withdrawal(self, record, document, proven, what):
        nth = self.withdrawn[document["item"]] = self.withdrawn.get(document["item"], 0) + 1
        same(record["id"], f"w-{sha(document['item'])[:24]}-{nth}", f"{what} id")
        insist(all(bundle in self.bundles for bundle in document["bundles"]), what, "names a bundle that is not in the log")
        shown = (canonical(self.bundles[bundle][1]["input"]) for bundle in document["bundles"])
        insist(all(canonical(document["item"]) in text for text in shown), what, "names a bundle that does not hold its item")
        self.taken_back.setdefault(document["item"], set()).update(document["bundles"])

    def bundle_of(self, document, what):
        known = self.bundles.get(document["bundle_id"])
        insist(known is not None, what, "names a bundle that is not in the log before it")
        same(document["bundle_sha256"], known[0]["sha256"], f"{what} bundle_sha256")
        return known[1]

    def holds(self, market):
        """The settlement of a market: the last correction, else the settlement."""
        known = self.settlements.get(market)
        return known[-1][1] if known else None


COMBINATION = 1
DECISIVE_WITHIN = 0.01
NEAR_CERTAIN = 0.03
# Weight of the line that changes nothing, as many markets.
PENALTY = 4


def logit(p):
    inside = min(0.999, max(0.001, p))
    return math.log(inside / (1 - inside))


def logistic(x):
    return 1 / (1 + math.exp(-x))


def calibration_before(forecasts, settlements, date, markets_min):
    """Decided markets, and intercept and slope of the line in log-odds that was fitted to them; None below the minimum."""
    start, votes, markets = date + "T00:00:00.000000Z", {}, 0
    for market, made in forecasts.items():
        said = [document for record, document in settlements.get(market, []) if record["made_at"] < start]
        paid = said[-1]["settlement_yes_price"] if said and said[-1]["status"] == "settled" else None
        if paid is None or DECISIVE_WITHIN < paid < 1 - DECISIVE_WITHIN:
            continue
        counted = [
            p for at, p, mid, closes in made
            if at < start and at < said[-1]["resolved_at"] and (closes is None or at < closes) and (mid is None or NEAR_CERTAIN < mid < 1 - NEAR_CERTAIN)
        ]
        for p in counted:
            vote = votes.setdefault(math.floor(p * 100 + 0.5), [0, 0])
            vote[0 if paid > 0.5 else 1] += 1 / len(counted)
        markets += bool(counted)
    if markets < markets_min:
        return markets, None
    rows = [(logit(percent / 100), yes, yes + no) for percent, (yes, no) in sorted(votes.items())]
    a, b = 0, 1
    for _ in range(25):
        first, second, aa, ab, bb = -PENALTY * a, -PENALTY * (b - 1), PENALTY, 0, PENALTY
        for x, yes, total in rows:
            p = logistic(a + b * x)
            weight = total * p * (1 - p)
            first, second = first + yes - total * p, second + (yes - total * p) * x
            aa, ab, bb = aa + weight, ab + weight * x, bb + weight * x * x
        determinant = aa * bb - ab * ab
        a, b = a + (bb * first - ab * second) / determinant, b + (aa * second - ab * first) / determinant
    return markets, (round4(a), round4(b))


def market_of(bundle):
    return bundle["input"]["question"]["exchange"], bundle["input"]["question"]["ticker"]


def share(value, what):
    insist(isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1, what, f"{short(value)} is not within 0 and 1")


def due_side(bundle, rules, what):
    """The side that a policy buys of a forecast at its quote, or None."""
    forecast, quote = bundle["prediction"], bundle["input"]["market"]
    bid, ask, mid = quote["yes_bid"], quote["yes_ask"], quote["yes_price"]
    for name in ("yes_bid", "yes_ask"):
        quote[name] is None or share(quote[name], f"{what} {name}")
    for name in ("bid_size", "ask_size"):
        insist(quote[name] is None or quote[name] >= 0, what, f"{name} is below 0")
    if forecast["direction"] == "SKIP" or forecast["confidence"] < rules["trade_min_confidence"] or bid is None or ask is None:
        return None
    best = None
    for side, price, chance in (("YES", ask, forecast["probability_yes"]), ("NO", round4(1 - bid), 1 - forecast["probability_yes"])):
        edge = round4(chance - price) if 0 < price < 1 else -1
        if best is None or edge > best[1]:
            best = (side, edge, price)
    side, edge, price = best
    offered = quote["ask_size" if side == "YES" else "bid_size"]
    if ask < bid or not 0 < price < 1 or edge < round4(ask - bid) + rules["trade_min_edge"] or offered is None:
        return None
    if min(math.floor(rules["trade_stake_usd"] / price), math.floor(offered)) < 1:
        return None
    insist(in_order(quote), what, "bid, mid and ask are out of order")
    return side


def in_order(quote):
    """Whether bid, mid and ask of a quote stand in this order, as far as they are known."""
    bid, ask = quote["yes_bid"], quote["yes_ask"]
    mid = None if bid is None or ask is None else quote.get("yes_price")
    known = [price for price in (bid, mid, ask) if price is not None]
    return known == sorted(known)


def unsized_side(bundle, rules, what):
    """The side that a policy would buy, were the size offered known; None where it is, or nothing would be bought."""
    quote = bundle["input"]["market"]
    if None not in (quote["bid_size"], quote["ask_size"]) or not in_order(quote) or due_side(bundle, rules, what) is not None:
        return None
    sizes = {name: 10**9 if quote[name] is None else quote[name] for name in ("bid_size", "ask_size")}
    return due_side({**bundle, "input": {**bundle["input"], "market": {**quote, **sizes}}}, rules, what)


def reasons_of(bundle):
    group = bundle["input"]["question"].get("group")
    return [draw["reasoning"] for draw in bundle["draws"]], group and group["exclusive"]


def end_of(question):
    """Its own deadline, else the exchange's end date."""
    return question.get("deadline") or question["resolves_at"]


def is_odd_quote(bundle):
    """Bid, price and ask ascend; a whole book has a price, at Kalshi its middle."""
    quote = bundle["input"]["market"]
    bid, ask, price = quote["yes_bid"], quote["yes_ask"], quote["yes_price"]
    if bid is None or ask is None:
        return not in_order(quote)
    middle = math.floor((math.floor(bid * 10000 + 0.5) + math.floor(ask * 10000 + 0.5)) / 2 + 0.5) / 10000
    return not in_order(quote) or (price != middle if market_of(bundle)[0] == "kalshi" else price is None)


def shown_later(bundle):
    """Whether the model was shown what came after its input was frozen."""
    frozen = bundle["input"]
    group, path = frozen["question"].get("group") or {}, frozen.get("path") or {}
    shown = [frozen["alert"]["opened_at"]] if frozen.get("alert") else []
    shown += [one["made_at"] for one in frozen.get("before") or []] + [one["at"] for one in path.get("moves", [])]
    shown += [point[0][:13] for point in path.get("daily", []) + path.get("hourly", [])]
    shown += [one["forecast"]["made_at"] for one in group.get("siblings", []) if one.get("forecast")]
    return any(at > frozen["now"]["frozen_at"] for at in shown)


def is_among(bundles, one):
    """Whether a forecast that the model was shown is one of these."""
    in_line = lambda text: " ".join(text.split())
    return any(
        (own["made_at"], own["prediction"]["probability_yes"]) == (one["made_at"], one["probability_yes"])
        and one.get("market_yes_price", own["input"]["market"]["yes_price"]) == own["input"]["market"]["yes_price"]
        and (one.get("reasoning_end") is None or in_line(own["prediction"]["reasoning"]).endswith(in_line(one["reasoning_end"])))
        for own in bundles)


def other_before(bundle, of_market):
    """Whether the model was shown other earlier forecasts, of this market or its group, than those of the log, or not the newest."""
    exchange, ticker = market_of(bundle)
    siblings = (bundle["input"]["question"].get("group") or {}).get("siblings", [])
    if any(one.get("forecast") and not is_among(of_market.get((exchange, one["ticker"]), []), one["forecast"]) for one in siblings):
        return True
    told = bundle["input"].get("before")
    if told is None:
        return False
    # A model is shown five at most.
    known = [one for one in of_market.get((exchange, ticker), [])[-16:] if one["made_at"] <= bundle["input"]["now"]["frozen_at"]]
    newest = [one["made_at"] for one in known[-1:]]
    return [one["made_at"] for one in told[:1]] != newest or not all(is_among(known, one) for one in told)


def unreasoned(bundle, rules, earlier):
    """Whether the policy and the log do not give the reason for which it was asked."""
    frozen, last = bundle["input"], earlier[-1] if earlier else None
    trigger, price = frozen["trigger"], frozen["market"]["yes_price"]
    if (trigger == "surge") != (frozen["alert"] is not None):
        return True
    if trigger == "surge":  # An alert causes one forecast of a market, when it opens; it is known to the millisecond.
        return last is not None and micros(last["made_at"]) >= micros(frozen["alert"]["opened_at"]) + 1000
    if trigger == "schedule":
        return last is not None and micros(frozen["now"]["frozen_at"]) < micros(last["made_at"]) + rules.get("model_repeat_hours", 0) * HOUR - 60 * 10**6
    if trigger == "price_move":  # The book may be read again after the move was seen.
        before = last and last["input"]["market"]["yes_price"]
        return price is None or before is None or abs(price - before) < rules.get("model_price_move", 0) / 2
    return trigger != "command"


def other_days_left(frozen):
    left = frozen["now"].get("days_left")
    return left is not None and abs(left - (micros(end_of(frozen["question"])) - micros(frozen["now"]["frozen_at"])) / (24 * HOUR)) > 0.0002


def other_group(bundle, intent, events):
    """Whether a market that is shown as one of its group is of another event in the log."""
    group, event = bundle["input"]["question"].get("group"), intent["event"]
    names = [(intent["exchange"], one["ticker"]) for one in group["siblings"]] if group else []
    return group is not None and (event is None or any(events.get(name, event) != event for name in names))


def past_line(trade, quote, rules):
    """Whether an open trade is closed at a quote: past a line, with a bid for all of it."""
    yes = trade["side"] == "YES"
    price, wanted = quote["yes_bid" if yes else "yes_ask"], quote["bid_size" if yes else "ask_size"]
    price = None if price is None else side_price(trade["side"], price)
    return price is not None and 0 < price < 1 and in_order(quote) and wanted is not None and wanted >= trade["size"] and is_past(trade["price"], price, rules)


def unsized(bundle, intent):
    side = unsized_side(bundle, intent[3], "bundle")
    return side is not None and side not in intent[4]


# What is odd of single forecasts, and counted: everyday up to a limit.
ODDITIES = {
    "rest on fewer draws than the policy asks for": lambda bundle, intent, _: len(bundle["draws"]) < intent[3]["model_draws"],
    "were made at a quote older than the policy allows, or of no instant": lambda bundle, intent, _: not quoted_in_time(bundle["input"], intent[3], intent[0]["made_at"]),
    "have a quote that is out of order, or without the price in its middle": lambda bundle, *_: is_odd_quote(bundle),
    "were not traded because the size offered is not known": lambda bundle, intent, _: unsized(bundle, intent),
    "were made after the end of trading or the deadline of their question": lambda bundle, *_:
        bundle["input"]["now"]["frozen_at"] >= end_of(bundle["input"]["question"]) or bundle["made_at"] >= (bundle["input"]["question"].get("closes_at") or "9999"),
    "were answered more than a quarter of an hour after they were asked": lambda bundle, intent, _: micros(bundle["made_at"]) - micros(intent[0]["made_at"]) > 15 * 60 * 10**6,
    "were shown something later than their frozen input": lambda bundle, *_: shown_later(bundle),
    "were shown other earlier forecasts than the log has": lambda bundle, intent, _: other_before(bundle, intent[6]),
    "were asked for a reason that neither policy nor log has": lambda bundle, intent, earlier: unreasoned(bundle, intent[3], earlier),
    "state other days left than their deadline implies": lambda bundle, *_: other_days_left(bundle["input"]),
    "were made at a price past the line of a trade that stayed open": lambda bundle, intent, _: any(past_line(one[1], bundle["input"]["market"], intent[3]) for one in intent[5]),
}
COMMON = "schema_version kind id made_at "
MARKET = COMMON + "exchange ticker "
GROUPS = {"policy": "policies", **{kind: kind + "s" for kind in KINDS - {"policy"}}, "correction": "settlements"}
MEMBERS = {kind: set(names.split()) for kind, names in {
    "policy": COMMON + "supersedes rules",
    "plan": COMMON + "date policy_sha256 budget markets",
    "intent": MARKET + "event asked_at input_sha256 model prompt_sha256 trigger alert_id policy_sha256 beside joint",
    "bundle": COMMON + "bundle_id intent_sha256 input input_sha256 prediction draws combined unsupported joint intel_summary",
    "shadow": MARKET + "bundle_id bundle_sha256 intent_sha256 arm input_sha256 evidence_sha256 model prediction unsupported",
    "trade": MARKET + "bundle_id bundle_sha256 policy_sha256 side opened_at price size fee_usd fee_rate fee_exponent stake_usd entry_mid edge quote",
    "exit": MARKET + "trade_id trade_sha256 side reason price fee_usd net_pnl closed_at quote settlement_sha256 replaces_sha256",
    **{kind: MARKET + "status settlement_yes_price outcome resolved_at resolved_at_stated settled_by raw_sha256 corrects_sha256" for kind in ("settlement", "correction")},
    "seal": COMMON + "date prev_hash day_sha256 combined_hash n_records tree_size root_hash anchored_at coverage_sha256 abandoned",
    "withdrawal": COMMON + "item bundles",
}.items()}


def quoted_in_time(frozen, rules, asked, set_back=0):
    """Whether a forecast was asked for at a quote of its moment; what is due in a round is asked within the hour."""
    quoted = frozen["market"]["quoted_at"]
    return quoted is not None and micros(asked) - micros(frozen["now"]["frozen_at"]) <= HOUR + set_back and micros(frozen["now"]["frozen_at"]) - micros(quoted) <= rules["quote_max_seconds"] * 10**6 + HOUR


def trade_id(bundle_id, side):
    return "t-" + sha(f"{bundle_id}|{side}")[:24]


def check_said(answer, what):
    """An answer of a model."""
    for name in ("probability_yes", "confidence"):
        share(answer[name], f"{what} {name}")
    insist(answer["direction"] in DIRECTIONS, what, "its direction is not known")


def check_bundle(bundle, what):
    same(bundle["input_sha256"], sha(canonical(bundle["input"])), f"{what} input_sha256")
    same(bundle["prediction"]["model"], bundle["input"]["model"]["name"], f"{what}: the model that answered")
    check_said(bundle["prediction"], what)
    same(bundle["intel_summary"], intel_summary(bundle["input"]), f"{what} intel_summary")
    frozen = bundle["input"].get("now", {}).get("frozen_at", bundle["made_at"])
    for item in bundle["input"]["items"]:
        insist(item["first_seen_at"] <= frozen, what, f"item {short(item['key'])} was first seen after the input was frozen")


def arm_input(frozen, arm, what):
    """What a model was shown of an input: all of it, no prices, or the question alone."""
    insist(arm in ("A", "B", "C"), what, "is of no known arm")
    if arm == "A":
        return frozen
    group, rates, confluence = frozen["question"]["group"], frozen["base_rates"]["rates"], frozen["confluence"]
    if group is not None:
        siblings = [{**one, "yes_price": None, "forecast": None} for one in group["siblings"]]
        group = {**group, "incoherent": [], "siblings": siblings}
    shown = {
        **frozen,
        "question": {**frozen["question"], "group": group},
        "market": {name: None for name in frozen["market"]},
        "path": {"daily": [], "hourly": [], "moves": []},
        "twin": None,
        "items": [one for one in frozen["items"] if one["source_type"] != "whale" and not one["circular"]],
        "base_rates": {**frozen["base_rates"], "rates": [one for one in rates if "price" not in one["alike"]]},
        "before": [],
        "confluence": None if confluence is not None and "whale" in confluence["source_types"] else confluence,
        "trigger": "schedule" if frozen["trigger"] == "price_move" else frozen["trigger"],
    }
    if arm == "B":
        return shown
    return {
        **shown,
        "question": {**frozen["question"], "group": None},
        "crowd": [], "items": [], "alert": None, "ontology": [], "calendar": [],
        # Only in later inputs.
        **{name: [] for name in ("clusters", "background") if name in frozen},
        "base_rates": {**frozen["base_rates"], "rates": []},
        "confluence": None,
        "left_out": {"items": 0, "siblings": 0, "crowd": 0, "ontology": 0},
        "trigger": "schedule",
    }


def intel_summary(frozen):
    counts = {}
    shown = [item["category"] for item in frozen["items"]] + ["crowd_question"] * len(frozen.get("crowd") or []) + ["ontology_activation"] * len(frozen.get("ontology") or [])
    for category in shown:
        counts[category] = counts.get(category, 0) + 1
    languages = sorted({item["lang"] for item in frozen["items"] if item["lang"] is not None})
    return {"num_items": len(shown), "by_source_type": counts, "languages": languages}


def check_answer(bundle, intent, what):
    frozen, prediction = bundle["input"], bundle["prediction"]
    same(intent["input_sha256"], bundle["input_sha256"], f"{what}: input_sha256 of its intent")
    same(intent["model"], frozen["model"], f"{what}: model of its intent")
    same(intent["trigger"], frozen["trigger"], f"{what}: trigger of its intent")
    same(intent["alert_id"], frozen["alert"]["id"] if frozen["alert"] else None, f"{what}: alert of its intent")
    same((intent["exchange"], intent["ticker"]), market_of(bundle), f"{what}: market of its intent")
    quoted = frozen["market"]["quoted_at"]
    insist(quoted is None or quoted <= frozen["now"]["frozen_at"], what, "its quote is later than its input")
    insist(frozen["now"]["frozen_at"] <= intent["asked_at"] <= bundle["made_at"], what, "its times are out of order")
    bid, ask = frozen["market"]["yes_bid"], frozen["market"]["yes_ask"]
    same(frozen["market"]["spread"], None if bid is None or ask is None or ask < bid else round4(ask - bid), f"{what} spread: ask - bid")
    insist(bundle["draws"], what, "has no draws")
    for draw in bundle["draws"]:
        check_said(draw, f"{what} draws")
    for item in frozen["items"]:
        micros(item["first_seen_at"])
    for name in ("probability_yes", "confidence"):
        values = sorted(draw[name] for draw in bundle["draws"])
        half = len(values) / 2
        middle = (values[math.ceil(half) - 1] + values[math.floor(half)]) / 2
        same(prediction[name], math.floor(middle * 1000 + 0.5) / 1000, f"{what} {name}: the median of its draws")
    nearest = min(bundle["draws"], key=lambda draw: abs(draw["probability_yes"] - prediction["probability_yes"]))
    for name in ("direction", "reasoning"):
        same(prediction[name], nearest[name], f"{what} {name}: that of the draw nearest to the median")
    check_joint(bundle, intent, what)


def check_joint(bundle, intent, what):
    """A call about several markets: the intents named them before, the bundles say what was answered of each."""
    if "joint" not in bundle and "joint" not in intent:
        return
    joint = bundle["joint"]
    same(intent["joint"], [{name: value for name, value in one.items() if name != "probability_yes"} for one in joint], f"{what}: joint of its intent")
    insist(len(joint) > 1, what, "joint names fewer than two markets")
    own = {"bundle_id": bundle["bundle_id"], "ticker": market_of(bundle)[1], "input_sha256": bundle["input_sha256"], "probability_yes": bundle["prediction"]["probability_yes"]}
    same([one for one in joint if one["bundle_id"] == bundle["bundle_id"]], [own], f"{what}: what joint says of it")


def check_trade(trade, bundle, what):
    quote, side, exchange = bundle["input"]["market"], trade["side"], trade["exchange"]
    insist(side in ("YES", "NO"), what, "has no side")
    same(trade["quote"], quote, f"{what} quote")
    same((exchange, trade["ticker"]), market_of(bundle), what)
    same(side, bundle["prediction"]["side"], f"{what} side")
    same(trade["id"], trade_id(bundle["bundle_id"], side), f"{what} id")
    same(trade["opened_at"], trade["made_at"], f"{what} opened_at")
    price = side_price(side, quote["yes_ask" if side == "YES" else "yes_bid"])
    same(trade["price"], price, f"{what} price")
    insist(price is not None and 0 < price < 1, what, "has no price at which one buys")
    offered = quote["ask_size" if side == "YES" else "bid_size"]
    size = math.floor(trade["stake_usd"] / price)
    insist(offered is not None, what, "was bought where the size offered is not known")
    same(trade["size"], min(size, math.floor(offered)), f"{what} size")
    insist(trade["size"] >= 1, what, "is smaller than one contract")
    same(trade["fee_usd"], fee(trade, trade["size"], price), f"{what} fee_usd")
    same(trade["entry_mid"], None if quote["yes_price"] is None else side_price(side, quote["yes_price"]), f"{what} entry_mid")
    chance = bundle["prediction"]["probability_yes"]
    same(trade["edge"], round4((chance if side == "YES" else 1 - chance) - price), f"{what} edge")


def check_exit(record, document, trade, settlements, rules, what):
    """Without rules (in a receipt, which does not hold them) the line of the policy is not looked at."""
    opened, opening, _, exits = trade
    side, size, entry = opening["side"], opening["size"], opening["price"]
    same(document["trade_sha256"], opened["sha256"], f"{what} trade_sha256")
    same(document["replaces_sha256"], exits[-1][0]["sha256"] if exits else None, f"{what} replaces_sha256")
    same(record["id"], f"x-{opened['id'][2:]}-{len(exits) + 1}", f"{what} id")
    same([document[n] for n in ("exchange", "ticker", "side")], [opening[n] for n in ("exchange", "ticker", "side")], what)
    if exits:
        again = len(settlements) > 1 and document["reason"] == exits[-1][1]["reason"] == "settled" and document["settlement_sha256"] != exits[-1][1]["settlement_sha256"]
        insist(again, what, "ends its trade again, and no correction of its market asks for that")
    if document["reason"] == "settled":
        same(document["quote"], None, f"{what} quote")
        insist(settlements, what, "is settled, and no settlement is in the log before it")
        decided, settlement = settlements[-1]
        same(document["settlement_sha256"], decided["sha256"], f"{what} settlement_sha256")
        same(document["closed_at"], settlement["resolved_at"], f"{what} closed_at")
        paid = settlement["settlement_yes_price"]
        price, cost = (entry if paid is None else side_price(side, paid)), 0
    else:
        insist(document["reason"] in ("take_profit", "stop_loss"), what, "has no known reason")
        same(document["closed_at"], record["made_at"], f"{what} closed_at")
        same(document["settlement_sha256"], None, f"{what} settlement_sha256")
        insist(not settlements, what, "was closed early after its market was settled")
        insist(document["closed_at"] > opening["opened_at"], what, "closed before it was opened")
        quote = document["quote"]
        insist(in_order(quote), what, "bid and ask are out of order")
        price = side_price(side, quote["yes_bid" if side == "YES" else "yes_ask"])
        cost = fee(opening, size, price)
        wanted = quote["bid_size" if side == "YES" else "ask_size"]
        insist(wanted is None or wanted >= size, what, "sold more than was wanted at its price")
        age = micros(document["closed_at"]) - micros(quote["quoted_at"])
        insist(age >= 0, what, "its quote is later than the exit")
        bought = opening["quote"]["quoted_at"]
        insist(bought is None or micros(quote["quoted_at"]) >= micros(bought) - SET_BACK - 600 * 10**6, what, "its quote is older than that of its trade")
        if rules is not None:
            # Ten minutes for writing.
            insist(age <= (rules["quote_max_seconds"] + 600) * 10**6 + SET_BACK, what, "was sold at a quote older than the policy allows")
            insist(is_past(entry, price, rules, document["reason"]), what, "was closed early at a price that is not past the line of the policy")
    same(document["price"], price, f"{what} price")
    same(document["fee_usd"], cost, f"{what} fee_usd")
    same(document["net_pnl"], round4(size * (price - entry) - (opening["fee_usd"] + cost)), f"{what} net_pnl")


def is_past(entry, price, rules, reason=None):
    """Whether a price is past a line of the policy; of either where no reason is given."""
    gains = price >= round4(entry + rules["trade_take_profit_share"] * (1 - entry))
    loses = price <= round4(entry * rules["trade_stop_loss_share"])
    return {"take_profit": gains, "stop_loss": loses, None: gains or loses}[reason]


def check_settlement(record, document, known, what):
    digits = sha(f"{document['exchange']}|{document['ticker']}")[:24]
    if record["kind"] == "settlement":
        insist(not known, what, "is the second of its market")
        same(record["id"], "s-" + digits, f"{what} id")
    else:
        insist(known, what, "corrects a market that was not settled")
        same(document["corrects_sha256"], known[-1][0]["sha256"], f"{what} corrects_sha256")
        same(record["id"], f"c-{digits}-{len(known)}", f"{what} id")
        before = known[-1][1]
        moved = document["resolved_at_stated"] and before["resolved_at_stated"] and document["resolved_at"] != before["resolved_at"]
        insist(moved or any(document[n] != before[n] for n in ("status", "settlement_yes_price")), what, "corrects nothing: it states the same decision")
        # The exchange is asked again for 30 days; one more for the reading.
        insist(micros(record["made_at"]) - micros(before["resolved_at"]) <= 31 * 24 * HOUR, what, "came more than 30 days after the decision before")
    price = document["settlement_yes_price"]
    insist(document["status"] in ("settled", "void") and (price is not None or document["status"] == "void"), what, "has no proper status")
    same(document["outcome"], None if price is None else "YES" if price >= 0.5 else "NO", f"{what} outcome")
    same(document["settled_by"], "exchange", f"{what} settled_by")
    price is None or share(price, f"{what} settlement_yes_price")
    since = micros(record["made_at"]) - micros(document["resolved_at"])
    insist(since >= 0, what, "resolved after it was recorded")
    insist(document["resolved_at_stated"] is True or record["kind"] == "correction" or since <= HOUR + SET_BACK, what, "resolved_at is neither stated by the exchange nor when it was read")


# ---- clocks outside -------------------------------------------------------------------------------------

TIMESTAMP = ("kind", "id", "authority", "tree_size", "root_hash", "checkpoint", "time", "accuracy_us", "signer", "policy", "serial", "chain", "token")
COSIGNATURE = ("kind", "witness", "tree_size", "root_hash", "checkpoint", "time")
TOLERANCE = 120 * 10**6


def read_clocks(files):
    """Lines of outside-clocks.jsonl; none where there is no such file."""
    try:
        lines = files.lines("/api/registry/outside-clocks.jsonl")
    except Missing:
        return []
    entries = [parse(line, f"outside-clocks.jsonl line {number}") for number, line in enumerate(lines, 1)]
    for number, entry in enumerate(entries, 1):
        what = f"outside-clocks.jsonl line {number}"
        insist(isinstance(entry, dict) and entry.get("kind") in ("timestamp", "cosignature"), what, "is of an unknown kind")
        only(entry, TIMESTAMP if entry["kind"] == "timestamp" else COSIGNATURE, what)
        insist(type(entry["tree_size"]) is int and entry["tree_size"] > 0, what, "is over a log without records")
    return entries


def der(data, at=0):
    """Tag, content and end of one DER value."""
    tag, length, start = data[at], data[at + 1], at + 2
    if length > 127:
        start += length - 128
        length = int.from_bytes(data[at + 2:start], "big")
    insist(tag & 31 != 31 and data[at + 1] != 128 and start + length <= len(data), "a time stamp", "is not DER")
    return tag, data[start:start + length], start + length


def parts(data):
    """The values that a DER sequence holds."""
    found, at = [], 0
    while at < len(data):
        tag, content, at = der(data, at)
        found.append((tag, content))
    return found


def object_id(data):
    numbers, value = [], 0
    for byte in data:
        value = value * 128 + byte % 128
        if byte < 128:
            numbers.append(value)
            value = 0
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, [first, numbers[0] - 40 * first] + numbers[1:]))


def read_token(response, what):
    """What a response of RFC 3161 states: imprint, time and accuracy in microseconds, policy, serial number."""
    try:
        tag, reply, end = der(response)
        insist(tag == 0x30 and end == len(response), what, "its token is not a time-stamp response")
        status, token = parts(reply)
        insist(parts(status[1])[0] in ((2, b"\0"), (2, b"\1")), what, "the authority refused it")
        (_, kind), (_, wrapped) = parts(token[1])
        insist(object_id(kind) == "1.2.840.113549.1.7.2", what, "its token is not signed data")
        (_, kind), (_, octets) = parts(parts(parts(wrapped)[0][1])[2][1])
        insist(object_id(kind) == "1.2.840.113549.1.9.16.1.4", what, "its token is not a time stamp")
        tag, content, _ = der(octets)
        # In one piece, or in several.
        content = b"".join(piece for _, piece in parts(content)) if tag == 0x24 else content
        info = parts(parts(content)[0][1])
        (_, _), (_, policy), (_, imprint), (_, serial), (_, made) = info[:5]
        (_, algorithm), (_, hashed) = parts(imprint)
        insist(object_id(parts(algorithm)[0][1]) == "2.16.840.1.101.3.4.2.1", what, "its token is over another hash than SHA-256")
        match = re.match(rb"(\d{14})(?:\.(\d{1,6}))?Z\Z", made)
        insist(match is not None, what, "its token states no time")
        time = datetime.datetime.strptime(match.group(1).decode(), "%Y%m%d%H%M%S").strftime("%Y-%m-%dT%H:%M:%S.")
        accuracy = None
        if len(info) > 5 and info[5][0] == 0x30:
            units = {2: 10**6, 0x80: 1000, 0x81: 1}
            accuracy = sum(int.from_bytes(value, "big") * units[tag] for tag, value in parts(info[5][1]))
    except (ValueError, IndexError, KeyError):
        raise Wrong(f"{what}: its token is not a time-stamp response")
    return hashed.hex(), micros(time + (match.group(2) or b"").decode().ljust(6, "0") + "Z"), accuracy, object_id(policy), serial.hex().lstrip("0") or "0"


def common_name(pem):
    """The subject of the first certificate: its common name, else its organisation, at most 120 characters."""
    encoded = re.search(rb"-----BEGIN CERTIFICATE-----([^-]+)-----END", pem).group(1)
    fields = parts(parts(der(base64.b64decode(encoded))[1])[0][1])
    subject = fields[5 if fields[0][0] == 0xA0 else 4][1]
    charset = {0x0C: "utf-8", 0x1E: "utf-16-be", 0x1C: "utf-32-be"}
    names = {}
    for _, one in parts(subject):
        for _, pair in parts(one):
            (_, kind), (tag, value) = parts(pair)
            names.setdefault(object_id(kind), value.decode(charset.get(tag, "latin-1"), "replace"))
    return names.get("2.5.4.3", names.get("2.5.4.10", "unnamed"))[:120]


def stamped(entry, authorities, what):
    """Time by which the head was there, and whether its chain leads to a root that was given."""
    try:
        token = base64.b64decode(entry["token"], validate=True)
    except ValueError:
        raise Wrong(f"{what}: its token is not base64")
    insist(base64.b64encode(token).decode() == entry["token"], what, "its token is not base64")
    insist(len(read_note(entry["checkpoint"], what)[1]) == 1, what, "its checkpoint has another signature than that of the log")
    given = "ts-" + sha(f"authority {entry['authority']}|{entry['tree_size']}")[:24]
    same(entry["id"], given, f"{what} id: that of its authority and size")
    insist(entry["chain"] in ("checked", "not checked"), what, "its chain is neither checked nor not checked")
    note = entry["checkpoint"].encode()
    hashed, time, accuracy, policy, serial = read_token(token, what)
    same(hashed, sha(note), f"{what}: what its token is over")
    same(entry["time"], instant(time), f"{what} time: that of its token")
    for name, value in (("accuracy_us", accuracy), ("policy", policy), ("serial", serial)):
        same(entry[name], value, f"{what} {name}: that of its token")
    # Whether the certificate beside it signed it, whoever that is; then whether a root that was given stands behind it.
    signer = openssl_output("cms", "-verify", "-noverify", "-inform", "DER", "-in", token_of(token), "-out", os.devnull, "-signer", "/dev/stdout")
    insist(signer is not None, what, "the signature of its token does not verify")
    same(entry["signer"], common_name(signer), f"{what} signer: the name in the certificate of its token")
    return time + (accuracy or 0), authorities is not None and openssl("ts", "-verify", "-CAfile", authorities, "-attime", str(time // 10**6), "-data", note, "-in", token)


def token_of(response):
    """The token in a response, DER: what stands behind its status."""
    content = der(response)[1]
    return content[der(content)[2]:]


def cosigned(entry, witnesses, what):
    """Time by which the witness had seen the head, and whether its key was given."""
    text, lines = read_note(entry["checkpoint"], what)
    insist(len(lines) == 2 and lines[1][0] == entry["witness"] and len(lines[1][2]) == 72, what, "its checkpoint does not end with one line of its witness")
    name, key_id, signature = lines[1]
    seconds = int.from_bytes(signature[:8], "big")
    insist(0 < seconds < 253402300800 and entry["time"] == instant(seconds * 10**6), what, "time is not that of its cosignature")
    given = [public for by, its_id, public in witnesses if (by, its_id) == (name, key_id)]
    for public in given:
        insist(ed25519(public, f"cosignature/v1\ntime {seconds}\n{text}".encode(), signature[8:]), what, f"the cosignature of {name} does not verify")
    return seconds * 10**6, bool(given)


def check_clocks(entries, records, roots, keys, options, now):
    """Each is over a head of this log, signed by its key. What clocks that the reader trusts had seen, by position."""
    witnesses = [read_key(key, 4) for key in options.witness]
    seen, unknown, signed, heard, stated = [], [], {}, set(), set()
    for number, entry in enumerate(entries, 1):
        what, size = f"outside-clocks.jsonl line {number}", entry["tree_size"]
        note = entry["checkpoint"]
        if note not in signed:
            signed[note] = signed_tree(note, keys, what)
        same((size, entry["root_hash"]), signed[note][1:], f"{what}: the tree of its checkpoint")
        insist(size <= len(records), what, f"is over {size} records, and the log has {len(records)}: records are withheld")
        insist(roots[size] == entry["root_hash"], what, f"the log was rewritten: others were shown another tree of {size} records")
        time, trusted = stamped(entry, options.tsa_ca, what) if entry["kind"] == "timestamp" else cosigned(entry, witnesses, what)
        insist(micros(entry["time"]) >= micros(records[size - 1]["made_at"]) - TOLERANCE, what, "is earlier than the last record that it is over")
        insist(micros(entry["time"]) <= now * 10**6 + TOLERANCE, what, "is of a time to come")
        once = entry["id"] if entry["kind"] == "timestamp" else (read_note(note, what)[1][1][:2], size)
        insist(once not in stated, what, "repeats an earlier line")
        stated.add(once)
        (seen if trusted else unknown).append((entry, time))
        if trusted and entry["kind"] == "cosignature":
            heard.add(entry["witness"])
    for name, _, _ in witnesses:
        insist(name in heard, "outside-clocks.jsonl", f"no head of this log is cosigned by {name}")
    stamped_by = any(entry["kind"] == "timestamp" for entry, _ in seen)
    insist(options.tsa_ca is None or stamped_by, "outside-clocks.jsonl", "has no time stamp whose certificate leads to the root that was given")
    return seen, [entry for entry, _ in unknown]


def bounded(seen, history, records):
    """How many forecasts a trusted clock had seen, and how many of the decided ones before their outcome."""
    first, best, at = [None] * len(records), None, {}
    for entry, time in seen:
        at[entry["tree_size"]] = min(time, at.get(entry["tree_size"], time))
    for index in range(len(records) - 1, -1, -1):
        best = min((time for time in (best, at.get(index + 1)) if time is not None), default=None)
        first[index] = best
    place = {record["id"]: index for index, record in enumerate(records)}
    count = decided = before = 0
    for record, bundle, _ in history.bundles.values():
        time, settlement = first[place[record["id"]]], history.holds(market_of(bundle))
        count += time is not None
        decided += settlement is not None
        before += settlement is not None and time is not None and time <= micros(settlement["resolved_at"])
    return f"{count} of {len(history.bundles)} forecasts were in the log by a clock outside it, {before} of {decided} decided ones before their outcome"


# ---- days -----------------------------------------------------------------------------------------------

ENTRY = ("date", "prev_hash", "day_sha256", "combined_hash", "n_records", "tree_size", "root_hash", "url", "anchored_at", "wayback_url")


def read_days(index, lines, log_lines, origin):
    head, date, size, days, base = "0" * 64, None, 0, [], None
    insist(len(index) == len(lines), "days.jsonl", f"has {len(lines)} days, the chain {len(index)}")
    for entry, line in zip(index, lines):
        only(entry, ENTRY, "an entry of index.json")
        what = f"day {short(entry['date'])}"
        insist(date is None or entry["date"] == date, what, f"follows where {date} should")
        date = next_day(entry["date"])
        same(entry["prev_hash"], head, f"{what} prev_hash")
        same(entry["day_sha256"], sha(line), f"{what} day_sha256")
        head = sha(head + entry["day_sha256"])
        same(entry["combined_hash"], head, f"{what} combined_hash")
        file = parse(line, what)
        insist(file["sealed"] is True and file["origin"] == origin, what, "is not sealed, or of another log")
        for name in ("date", "prev_hash", "n_records", "tree_size", "root_hash"):
            same(file[name], entry[name], f"{what} {name}")
        same((file["first_leaf_index"], file["tree_size"]), (size, size + len(file["records"])), f"{what}: its place in the log")
        for at, record in enumerate(file["records"], size):
            insist(at >= len(log_lines) or canonical(record) == log_lines[at], what, f"record {at} is not that of the log")
            same(record["made_at"][:10], entry["date"], f"{what}: day of record {at}")
        size = file["tree_size"]
        insist(entry["anchored_at"] >= date, what, "was sealed before it was over")
        path = f"/api/registry/{entry['date']}.json"
        base = entry["url"][:-len(path)] if base is None else base
        same(entry["url"], base + path, f"{what} url")
        copy = entry["wayback_url"]
        insist(copy is None or re.match(r"https://web\.archive\.org/web/\d{14}/https?://[^/\s]+%s\Z" % re.escape(path), copy), what, "wayback_url is not a copy of its file in the web archive")
        days.append((entry, file))
    return days


def check_coverage(days, history):
    """Returns the markets that the plan of a day names and its coverage does not."""
    predicted, abandoned, unlisted = {}, {}, []
    for record, bundle, _ in history.bundles.values():
        predicted.setdefault(record["made_at"][:10], set()).add(market_of(bundle))
    for record, intent, answer, *_ in history.intents.values():
        if answer is None:
            over = instant(micros(record["made_at"]) + HOUR)[:10]
            abandoned.setdefault(over, {})[record["id"]] = (intent["exchange"], intent["ticker"])
    first_seal = min(history.seals, default="9999")
    for date in set(history.seals) - {file["date"] for _, file in days}:
        raise Wrong(f"index.json: lacks {date}, which is sealed in the log: it is an older chain")
    for position, (entry, file) in enumerate(days):
        what, date = f"day {file['date']}", file["date"]
        coverage = {(c["exchange"], c["ticker"]): c["status"] for c in file["coverage"]}
        insist(list(coverage) == sorted(coverage) and len(coverage) == len(file["coverage"]), what, "its coverage is out of order")
        seal = history.seals.get(date)
        insist(seal is not None or date < first_seal or position == len(days) - 1, what, "has no record of its seal")
        if seal is not None:
            for name in ("prev_hash", "day_sha256", "combined_hash", "n_records", "tree_size", "root_hash"):
                same(seal[name], entry[name], f"{what}: {name} of its seal")
            same(seal.get("anchored_at", entry["anchored_at"]), entry["anchored_at"], f"{what}: anchored_at of its seal")
            # A seal is written at once; a clock that was set back by an hour is behind the log.
            waited = micros(seal["made_at"]) - micros(seal["anchored_at"]) if "anchored_at" in seal else 0
            insist(waited >= -TOLERANCE, what, "anchored_at is later than its record")
            insist(waited <= 2 * HOUR, what, "anchored_at is long before its record")
            same(seal["coverage_sha256"], sha(canonical(file["coverage"])), f"{what}: coverage of its seal")
            same(seal["abandoned"], sorted(abandoned.get(date, {})), f"{what}: abandoned intents of its seal")
        if history.first_policy is None or date < history.first_policy:
            continue
        gone = set(abandoned.get(date, {}).values())
        for market in predicted.get(date, set()) | gone:
            insist(market in coverage, what, f"{'/'.join(market)} is not in its coverage")
        unlisted += ["/".join(market) for market in history.plans.get(date, []) if market not in coverage]
        for market, status in coverage.items():
            due = ("predicted",) if market in predicted.get(date, set()) else ("abandoned",) if market in gone else ("skipped", "not_scored")
            insist(status in due, what, f"{'/'.join(market)} is listed as {short(status)}, and the log says {due[0]}")
    return unlisted


# ---- what is published ----------------------------------------------------------------------------------

def due_rows(history):
    for record, bundle, proven in sorted(history.bundles.values(), key=lambda one: one[0]["made_at"]):
        settlement = history.holds(market_of(bundle))
        if settlement is None or settlement["settlement_yes_price"] is None:
            continue
        question, market, prediction = bundle["input"]["question"], bundle["input"]["market"], bundle["prediction"]
        made, ticker, resolved = record["made_at"], question["ticker"], settlement["resolved_at"]
        plain = lambda text: re.sub(r"[^A-Za-z0-9._-]", "-", text)
        outcome = settlement["outcome"]
        off = prediction["probability_yes"] - (1 if outcome == "YES" else 0)
        summary = dict(intel_summary(bundle["input"]))
        summary["languages"] = [code for code in summary["languages"] if re.match(r"[a-z]{2}\Z", code)]
        spread = market["spread"]
        yield record, bundle, {
            "sample_id": f"{plain(made)}_{plain(ticker)}_{sha(made + '|' + ticker)[:8]}",
            "schema_version": "0.1.0",
            "question": {"text": question["text"], "type": "binary", "exchange": question["exchange"], "ticker": ticker, "theater": question.get("theater"), "event_type": question.get("event_type"), "resolves_at": question["resolves_at"]},
            "prediction": {"made_at": made, **{name: prediction[name] for name in ("model", "side", "probability_yes", "confidence", "direction", "reasoning")}},
            "context": {"market_yes_price": market["yes_price"], "market_yes_bid": market["yes_bid"], "market_yes_ask": market["yes_ask"], "spread": None if spread is None or spread < 0 else spread, "replay_bundle_id": record["id"], "intel_summary": summary},
            "resolution": {"resolved_at": resolved, "outcome": outcome, "settlement_yes_price": settlement["settlement_yes_price"], "days_to_resolution": max(0, math.floor((micros(resolved) - micros(made)) / 86400 + 0.5) / 1e6), "brier_score": off * off},
        }


def check_rows(lines, history):
    due = list(due_rows(history))
    anchored = 0
    for number, line in enumerate(lines, 1):
        what = f"records.jsonl line {number}"
        row = parse(line, what)
        insist(number <= len(due), what, "has no bundle in the log")
        record, bundle, expected = due[number - 1]
        known(row, (*expected, "anchor"), what)
        if row["schema_version"] != expected["schema_version"]:
            raise OtherVersion(f"{what}: schema_version is {short(row['schema_version'])}")
        if bundle["schema_version"] == "1.0.0":
            expected["question"].update({name: row["question"].get(name) for name in ("theater", "event_type")})
        for name, value in expected.items():
            same(row[name], value, f"{what} {name}")
        if row["anchor"] is not None:
            anchored += 1
            check_anchor(row["anchor"], record, row["resolution"]["resolved_at"], history.archive, f"{what} anchor")
    insist(len(lines) == len(due), "records.jsonl", f"has {len(lines)} rows where {len(due)} follow from the log")
    return len(due), anchored


def check_anchor(anchor, record, resolved, invented, what):
    """In the web archive, or in the one that a demo has invented and states in its policy."""
    date = record["made_at"][:10]
    known(anchor, ("registry_date", "registry_url", "bundle_sha256", "wayback_url"), what)
    insist(re.match(r"https?://[^\s?#]+/api/registry/%s\.json\Z" % date, anchor["registry_url"]), what, "registry_url is not that of its day-file")
    same((anchor["bundle_sha256"], anchor["registry_date"]), (record["sha256"], date), what)
    archives = "|".join(re.escape(one) for one in ("https://web.archive.org", invented) if one)
    match = re.match(rf"(?:{archives})/web/(\d{{14}})/https?://[^/]+(/api/registry/%s\.json)(\?size=\d+)?\Z" % date, anchor["wayback_url"])
    insist(match is not None, what, "is not a copy of its day-file in the web archive")
    second = datetime.datetime.strptime(match.group(1), "%Y%m%d%H%M%S").strftime("%Y-%m-%dT%H:%M:%S")
    end = instant(micros(second + ".000000Z") + 10**6)
    insist(second >= record["made_at"][:19] and end <= resolved, what, "its copy is not from between forecast and resolution")


def wilson(hits, count):
    if count == 0:
        return [0.0, 1.0]
    z, share = 1.959963984540054, hits / count
    scale = 1 + z * z / count
    centre = (share + z * z / (2 * count)) / scale
    reach = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / scale
    return [0.0 if hits == 0 else max(0.0, centre - reach), 1.0 if hits == count else min(1.0, centre + reach)]


TRACK_RECORD = ("schema_version", "publisher", "generated_at", "track_record", "registry", "methodology_url", "track_record_url", "receipts_api_url", "per_call_receipt_url_template", "badge_url", "honesty", "degraded")
FIGURES = (
    "available", "n_distinct_resolved", "n_distinct_markets", "underpowered", "brier_skill_underpowered", "hit_rate_underpowered", "brier_skill_score_vs_market", "brier_skill_interpretation",
    "brier_model_mean", "brier_market_baseline_mean", "hit_rate", "hit_rate_ci", "hit_rate_basis", "total_graded", "total_trades", "lookback_days", "min_confidence", "caveat",
)
CHAIN = ("available", "chain_head_hash", "anchored_at", "first_anchored_at", "n_days", "head_date", "verify_url", "verify_method")


ADDRESSES = {
    "methodology_url": "/about", "track_record_url": "/receipts", "receipts_api_url": "/api/receipts",
    "per_call_receipt_url_template": "/api/receipt/{trade_id}.json", "badge_url": "/api/badge/track-record.svg",
}
def figures_of(history, at, days, least):
    """What the trades of the last days give, of forecasts with at least this confidence."""
    since = instant(max(0, at - days * 86400 * 10**6))
    trades, graded, gains, losses = [], 0, {}, {}
    for record, trade, bundle, exits in history.trades.values():
        ended = exits[-1][1] if exits else None
        if bundle["prediction"]["confidence"] < least or (ended and ended["closed_at"] < since):
            continue
        market = (trade["exchange"], trade["ticker"])
        trades.append(market)
        if not ended:
            continue
        gains[market] = gains.get(market, 0) + math.floor(ended["net_pnl"] * 10000 + 0.5)
        settlement = history.holds(market)
        decided = ended["reason"] == "settled" and settlement["status"] != "void" and (ended["price"] <= 0.01 or ended["price"] >= 0.99)
        if decided and ended["closed_at"] > trade["opened_at"]:
            graded += 1
            won = ended["price"] >= 0.99
            outcome = 1 if won == (trade["side"] == "YES") else 0
            model = (bundle["prediction"]["probability_yes"] - outcome) ** 2
            baseline = (side_price(trade["side"], trade["price"]) - outcome) ** 2
            losses.setdefault(market, []).append((model, baseline))
    mean = lambda values: sum(values) / len(values)
    means = {market: (mean([m for m, _ in pairs]), mean([b for _, b in pairs])) for market, pairs in losses.items()}
    n, weak = len(means), len(means) < 100
    model, baseline = (None, None) if weak else (mean([m for m, _ in means.values()]), mean([b for _, b in means.values()]))
    hits = sum(1 for gain in gains.values() if gain > 0)
    due = {
        "total_trades": len(trades), "total_graded": graded, "n_distinct_markets": len(set(trades)), "n_distinct_resolved": n,
        "underpowered": weak, "brier_skill_underpowered": weak, "hit_rate_underpowered": len(gains) < 100,
        "brier_model_mean": model, "brier_market_baseline_mean": baseline,
        "brier_skill_score_vs_market": None if weak or baseline == 0 else 1 - model / baseline,
        "hit_rate": hits / len(gains) if gains else 0,
    }
    return due, hits, gains, means


def policy_changes(history, now, hit_rate, trades):
    """Rules that choose what the figures count and have changed since, with the hit rate under them."""
    choice = lambda rules: (rules["track_record_days"], rules["trade_min_confidence"])
    seen, texts, differs = {choice(history.policies[-1])} if history.policies else set(), [], False
    for rules in history.policies:
        if choice(rules) not in seen:
            seen.add(choice(rules))
            due = figures_of(history, int(now * 10**6), *choice(rules))[0]
            differs |= due["total_trades"] != trades or abs(due["hit_rate"] - hit_rate) > 1e-9
            texts.append(f"under an earlier policy ({choice(rules)[0]} days, confidence {choice(rules)[1]}) the hit rate is {due['hit_rate']:.3f} over {due['total_trades']} trades")
    return texts, differs


def check_track_record(text, history, days, now):
    document = parse(text, "track-record.json", exact=False)
    known(document, TRACK_RECORD, "track-record.json")
    figures, registry, honesty = document["track_record"], document["registry"], document["honesty"]
    for name, members in (("track_record", FIGURES), ("registry", CHAIN), ("honesty", ("claims_demonstrated_edge", "statement"))):
        known(document[name], members, f"track-record.json {name}")
    same(document["schema_version"], "1.0.0", "track-record.json schema_version")
    age = now * 10**6 - micros(document["generated_at"])
    insist(-300 * 10**6 < age < 7200 * 10**6, "track-record.json", f"was generated at {document['generated_at']}: it is an old state")
    if history.in_effect:
        rules = history.rules()
        same((figures["lookback_days"], figures["min_confidence"]), (rules["track_record_days"], rules["trade_min_confidence"]), "track record: window and confidence")
    due, hits, gains, means = figures_of(history, micros(document["generated_at"]), figures["lookback_days"], figures["min_confidence"])
    weak, n = due["underpowered"], due["n_distinct_resolved"]
    mean = lambda values: sum(values) / len(values)
    due.update(available=due["total_trades"] > 0, hit_rate_basis="per_distinct_market_net_pnl_sign")
    for name, value in due.items():
        near(figures[name], value, f"track record {name}")
    same(len(figures["hit_rate_ci"]), 2, "track record hit_rate_ci: its length")
    for given, value in zip(figures["hit_rate_ci"], wilson(hits, len(gains))):
        near(given, float(value), "track record hit_rate_ci")
    synthetic = any(bundle["input"].get("synthetic") for _, bundle, _ in history.bundles.values())
    claims = False
    if not weak and not synthetic:
        # Rungs of one event are decided together: the error of the mean is clustered by event (Liang and Zeger 1986).
        centre, events = mean([b - m for m, b in means.values()]), {}
        for market, (m, b) in means.items():
            event = history.events.get(market) or market
            events[event] = events.get(event, 0) + b - m - centre
        squares, g = sum(d * d for d in events.values()), len(events)
        claims = g >= 100 and squares > 0 and centre / (math.sqrt(g / (g - 1) * squares) / n) > 3
    same(honesty["claims_demonstrated_edge"], claims, "claims_demonstrated_edge")
    base = days[0][0]["url"][:-len("/api/registry/2026-01-01.json")] if days else document["badge_url"][:-len(ADDRESSES["badge_url"])]
    for name, path in ADDRESSES.items():
        same(document[name], base + path, f"track-record.json {name}")
    same(registry["verify_url"], base + "/api/registry/index.json", "track-record.json registry.verify_url")
    same(registry["n_days"], len(days), "track record registry.n_days")
    if not days:
        same((registry["chain_head_hash"], registry["head_date"], registry["anchored_at"], registry["first_anchored_at"]), ("0" * 64, "1970-01-01", *["1970-01-01T00:00:00.000000+00:00"] * 2), "track record registry: before the first sealed day")
    else:
        same((registry["chain_head_hash"], registry["head_date"]), (days[-1][0]["combined_hash"], days[-1][1]["date"]), "track record registry: head of the chain")
        for name, entry in (("anchored_at", days[-1][0]), ("first_anchored_at", days[0][0])):
            same(registry[name], re.sub(r"Z\Z", "+00:00", entry["anchored_at"]), f"track record registry.{name}")
    return figures


LISTED = ("trade_id", "population", "exchange", "ticker", "question", "status", "side", "opened_at", "entry_price", "size", "closed_at", "exit_price", "exit_reason", "net_pnl")


def check_receipts(listed, history):
    (rows, whole), due = listed, sorted(history.trades.values(), key=lambda one: one[0]["made_at"], reverse=True)
    insist(len(rows) == len(due) if whole else len(rows) <= len(due), "receipts", f"lists {len(rows)} trades, the log has {len(due)}")
    for row, (record, trade, bundle, exits) in zip(rows, due):
        figures = receipt_figures(record, trade, bundle, exits, None)
        due_row = {name: figures[name] for name in LISTED} | {name: bundle["prediction"][name] for name in ("probability_yes", "confidence")}
        due_row["receipt_path"] = f"/api/receipt/{record['id']}.json"
        same(sorted(row), sorted(due_row), f"receipts {record['id']} members")
        for name, value in due_row.items():
            same(row[name], value, f"receipts {record['id']} {name}")


def receipt_figures(record, trade, bundle, exits, settlement):
    ended = exits[-1][1] if exits else {}
    traded = {} if trade is None else {
        "trade_id": record["id"], "entry_price": trade["price"], "status": "closed" if ended else "open",
        **{name: trade[name] for name in ("exchange", "ticker", "side", "opened_at", "size", "fee_usd", "entry_mid")},
        "closed_at": ended.get("closed_at"), "exit_price": ended.get("price"), "exit_reason": ended.get("reason"),
        "exit_fee_usd": ended.get("fee_usd"), "net_pnl": ended.get("net_pnl"),
    }
    return {
        **traded,
        "question": bundle["input"]["question"]["text"],
        "prediction": {"made_at": bundle["made_at"], **{name: bundle["prediction"][name] for name in ("model", "probability_yes", "confidence", "direction")}},
        "settlement": settlement and {name: settlement[name] for name in ("resolved_at", "outcome", "settlement_yes_price", "status", "settled_by")},
        "population": "own", "replay_bundle_id": bundle["bundle_id"],
    }


# ---- commands -------------------------------------------------------------------------------------------

def verify_receipt(path, vkey):
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read().rstrip("\n")
    except OSError as error:
        raise Unread(f"{path} ({error.strerror})")
    try:  # a viewer or an editor may have laid it out anew
        text = canonical(json.loads(text.lstrip("\ufeff"), object_pairs_hook=once))
    except (ValueError, RecursionError):
        pass
    return check_receipt_text(text, vkey)


def contained(entries, size, root, kinds, what):
    """Records that stand beside their documents and proofs: record, document, position."""
    last = -1
    for entry in entries:
        only(entry, ("record", "leaf_index", "inclusion_path", "document"), f"{what} records")
        record = read_record(canonical(entry["record"]), f"{what} record")
        name = f"{record['kind']} {record['id']}"
        insist(record["kind"] in kinds, name, "stands in no such file")
        insist(entry["leaf_index"] > last, name, "is out of order")
        last = entry["leaf_index"]
        insist(included(last, size, leaf(canonical(record)), entry["inclusion_path"], root), name, "is not in the signed tree")
        same(sha(canonical(entry["document"])), record["sha256"], f"{name}: hash of its document")
        yield record, entry["document"], last


def check_asked(bundle, intents, what):
    """A bundle and the intent that it answers; one of version 1.0.0 has none."""
    insist(len(intents) == (0 if bundle["schema_version"] == "1.0.0" else 1), what, "contains no intent, or one too many")
    check_bundle(bundle, "bundle")
    for record, intent in intents:
        same(bundle["intent_sha256"], record["sha256"], "bundle intent_sha256")
        check_answer(bundle, intent, "bundle")


def check_receipt_text(text, vkey):
    receipt = parse(text, "receipt")
    insist(isinstance(receipt, dict), "receipt", "is not an object")
    body = {name: value for name, value in receipt.items() if name != "receipt_sha256"}
    same(receipt.get("receipt_sha256"), sha(canonical(body)), "receipt_sha256")
    insist(receipt["population"] == "own", "receipt", "is of an import: nothing about it is proven")
    same(receipt["schema_version"], "2.0.0", "receipt schema_version")
    only(receipt["proof"], ("tree_size", "root_hash", "checkpoint", "inclusion_path"), "receipt proof")
    only(receipt["registry"], ("date", "url", "leaf_index"), "receipt registry")
    proof, documents = receipt["proof"], {}
    origin, size, root = verify_note(proof["checkpoint"], vkey, "checkpoint")
    same((proof["tree_size"], proof["root_hash"]), (size, root), "receipt: the tree of its proof")
    for record, document, place in contained(receipt["records"], size, root, ("intent", "bundle", "trade", "exit", "settlement", "correction"), "receipt"):
        documents.setdefault(record["kind"], []).append((record, document, place))
    insist(len(documents.get("bundle", [])) == 1 and len(documents.get("trade", [])) <= 1, "receipt", "does not contain one bundle and one trade")
    made, bundle, place = documents["bundle"][0]
    path = next(entry["inclusion_path"] for entry in receipt["records"] if entry["leaf_index"] == place)
    same(proof["inclusion_path"], path, "receipt proof inclusion_path: that of its bundle")
    old = bundle["schema_version"] == "1.0.0"
    insist(old or documents.get("trade"), "receipt", "contains no record of its trade: whatever it says of one is invented")
    check_asked(bundle, [one[:2] for one in documents.get("intent", [])], "receipt")
    opened, trade, _ = documents["trade"][0] if documents.get("trade") else (None, None, None)
    insist(trade or not documents.get("exit"), "receipt", "contains an exit without a trade")
    if trade:
        same(trade["bundle_sha256"], made["sha256"], "trade bundle_sha256")
        check_trade(trade, bundle, "trade")
    settlements, history = [], [opened, trade, bundle, []]
    for record, document, _ in sorted(documents.get("settlement", []) + documents.get("correction", []) + documents.get("exit", []), key=lambda one: one[2]):
        if record["kind"] == "exit":
            check_exit(record, document, history, settlements, None, f"exit {record['id']}")
            history[3].append((record, document))
        else:
            same((document["exchange"], document["ticker"]), market_of(bundle), f"settlement {record['id']}")
            check_settlement(record, document, settlements, f"settlement {record['id']}")
            settlements.append((record, document))
    if trade and settlements:  # What was decided is closed in the same transaction.
        ended = history[3][-1][1] if history[3] else None
        insist(ended and (ended["reason"] != "settled" or ended["settlement_sha256"] == settlements[-1][0]["sha256"]), "receipt", "lacks the exit that follows from the outcome in it")
    only(receipt, RECEIPT, "receipt")
    figures = receipt_figures(opened, trade, bundle, history[3], settlements[-1][1] if settlements else None)
    figures["bundle_sha256"] = made["sha256"]
    for name, value in figures.items():
        same(receipt[name], value, f"receipt {name}")
    insist(re.match(r"https?://[^/\s]+/api/registry/%s\.json\Z" % made["made_at"][:10], receipt["registry"]["url"]), "receipt registry", "its url is not that of the day-file")
    same((receipt["registry"]["date"], receipt["registry"]["leaf_index"]), (made["made_at"][:10], place), "receipt registry")
    forecast = f"forecast of {short(figures['question'])}: {short(bundle['prediction']['probability_yes'])} YES, made {bundle['made_at']}"
    url = receipt["registry"]["url"]
    if not re.sub(r"^https?://", "", url).startswith(origin.split("/")[0] + "/"):
        say(f"Not compared: registry.url, {short(url)}, which is not an address of {short(origin)}.")
    if trade is None:
        say(f"Verified: the forecast only: {forecast}. What it says of a trade is in no record.")
        say_invented(bundle["input"].get("synthetic"))
        return 2
    if figures["status"] == "closed":
        status = f"closed {short(figures['closed_at'])} ({short(figures['exit_reason'])}) at {short(figures['exit_price'])}, gain {short(figures['net_pnl'])} USD"
    else:
        status = f"open as it stood at record {size} of {max(one[0]['made_at'] for kind in documents.values() for one in kind)[:10]} or later; it may have ended since"
    say(f"Verified: trade {short(figures['trade_id'])}: {short(figures['side'])} at {short(figures['entry_price'])}, size {short(figures['size'])}; {status}; {forecast}; "
        f"in a log of {size} records signed by {origin}. Not verified: whether later records end or correct it, the policy, the exchange, and any clock but the deployment's.")
    say_invented(bundle["input"].get("synthetic"))
    return 0


def say_invented(synthetic):
    if synthetic:
        say("Synthetic: all of it is invented, by its own word.")


RECEIPT = (
    "schema_version", "trade_id", "population", "exchange", "ticker", "question", "status", "side", "opened_at", "entry_price", "entry_mid", "size", "fee_usd", "closed_at", "exit_price",
    "exit_reason", "exit_fee_usd", "net_pnl", "prediction", "settlement", "replay_bundle_id", "bundle_sha256", "registry", "records", "proof", "receipt_sha256",
)


def case_in(path):
    """The JSON that a case holds."""
    try:
        with open(path, encoding="utf-8") as file:
            page = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Unread(f"{path} ({error})")
    found = re.findall(r'<pre id="case">([^<]*)</pre>', page)
    insist(len(found) == 1, "case", f"has {len(found)} places with the JSON of a case, not one")
    return found[0].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


CASE = (
    "schema_version", "kind", "name", "url", "written_at", "release", "synthetic", "vkey", "policy", "proof", "records", "receipt", "day_file", "tlog_proof", "clocks", "evidence", "facts",
)
CASE_RECORDS = {"receipt": (), "forecast": ("intent", "bundle", "settlement", "correction"), "alert": ("bundle",), "day": ("seal",)}


def verify_case(options):
    case = parse(case_in(options.case), "case")
    insist(isinstance(case, dict), "case", "is not an object")
    if case.get("schema_version") != "1.0.0":
        raise OtherVersion(f"the case is of version {short(case.get('schema_version'))}")
    only(case, CASE, "case")
    kind, vkey = case["kind"], options.vkey
    insist(kind in CASE_RECORDS, "case", f"is of an unknown kind, {short(kind)}")
    same(case["vkey"], vkey, "case vkey")
    insist((case["receipt"] is not None) == (kind == "receipt"), "case", "has a receipt, or none, against its kind")
    code, documents, where = 0, [], ""
    if kind == "receipt":
        same(case["records"], [], "case records")
        same(case["name"], case["receipt"]["trade_id"], "case name")
        code = check_receipt_text(canonical(case["receipt"]), vkey)
        documents = [(entry["record"], entry["document"], entry["leaf_index"]) for entry in case["receipt"]["records"]]
    elif case["records"]:
        only(case["proof"], ("tree_size", "root_hash", "checkpoint"), "case proof")
        origin, size, root = verify_note(case["proof"]["checkpoint"], vkey, "case checkpoint")
        same((case["proof"]["tree_size"], case["proof"]["root_hash"]), (size, root), "case: the tree of its proof")
        documents = list(contained(case["records"], size, root, CASE_RECORDS[kind], "case"))
        where = f"in a log of {size} records signed by {origin}"
    else:
        insist(kind == "alert", "case", "has no record")
        say("Verified: nothing. An alert is in no record, and this one caused no forecast.")
        code = 2
    subject = next(((record, at) for record, _, at in documents if record["kind"] in ("bundle", "seal")), None)
    if kind == "forecast":
        check_forecast_case(case, documents, where)
    elif kind == "day":
        check_day_case(case, documents, where)
    elif kind == "alert" and documents:
        for record, bundle, _ in documents:
            check_bundle(bundle, "bundle")
            same((bundle["input"]["alert"] or {}).get("id"), case["name"], f"{record['id']}: the alert that caused it")
            say(f"Verified: {forecast_words(record, bundle)}; {where}.")
        say("Not verified: the alert itself, its counts and its reports, which are in no record.")
    check_unproven(case, [bundle for record, bundle, _ in documents if record["kind"] == "bundle"])
    check_offline_proof(case["tlog_proof"], subject, vkey)
    check_case_clocks(case["clocks"], subject, options)
    say("Not verified: what the page shows; these lines alone hold.")
    say_invented(case["synthetic"] and kind != "receipt")
    return code


def check_unproven(case, bundles):
    """Members beside the records say nothing against them."""
    for bundle in bundles:
        same(case["synthetic"], bundle["input"].get("synthetic") is True, "case synthetic")
    shown = [(item["key"], item.get("content_sha256"), item["published_at"] or item["first_seen_at"]) for bundle in bundles for item in bundle["input"]["items"]]
    for place, one in enumerate(case["evidence"]):
        only(one, ("key", "title", "publisher", "url", "at", "content_sha256"), f"case evidence[{place}]")
        own = case["kind"] not in ("forecast", "receipt") or (one["key"], one["content_sha256"], one["at"]) in shown
        insist(own, f"case evidence[{place}]", "is not an item of its bundle")


def forecast_words(record, bundle):
    return f"forecast {record['id']} of {short(bundle['input']['question']['text'])}: {short(bundle['prediction']['probability_yes'])} YES, made {record['made_at']}"


def check_forecast_case(case, documents, where):
    of = {}
    for record, document, at in documents:
        of.setdefault(record["kind"], []).append((record, document))
    insist(len(of.get("bundle", [])) == 1, "case", "does not contain one bundle")
    record, bundle = of["bundle"][0]
    same(case["name"], record["id"], "case name")
    check_asked(bundle, of.get("intent", []), "case")
    settlements = []
    for said, document, _ in documents:
        if said["kind"] not in ("settlement", "correction"):
            continue
        same((document["exchange"], document["ticker"]), market_of(bundle), f"settlement {said['id']}")
        check_settlement(said, document, settlements, f"settlement {said['id']}")
        settlements.append((said, document))
    outcome = "no outcome is recorded in this file"
    if settlements:
        last = settlements[-1][1]
        outcome = f"the market resolved {short(last['outcome'])} {short(last['resolved_at'])} as {short(last['settled_by'])} said"
    say(f"Verified: {forecast_words(record, bundle)}; {where}; {outcome}.")
    say("Not verified: whether later records correct it, the exchange, and any clock but those named here.")


def check_day_case(case, documents, where):
    insist(len(documents) == 1, "case", "has more than one seal")
    _, seal, _ = documents[0]
    day = parse(case["day_file"], "case day_file")
    same((seal["date"], day["date"]), (case["name"], case["name"]), "case: the day")
    same(seal["day_sha256"], sha(case["day_file"]), "case day_file: its SHA-256")
    same(len(day["records"]), seal["n_records"], "case day_file: its number of records")
    say(f"Verified: the day {seal['date']} was sealed with {seal['n_records']} records, which are listed here; {where}.")
    say("Not verified: the stories of the day, which are in no record.")


def check_offline_proof(text, subject, vkey):
    """C2SP tlog-proof of the record."""
    if subject is None:
        return same(text, None, "case tlog_proof")
    head, _, note = text.partition("\n\n")
    first, index, *path = head.split("\n")
    same((first, index), ("c2sp.org/tlog-proof@v1", f"index {subject[1]}"), "case tlog_proof")
    _, size, root = verify_note(note, vkey, "case tlog_proof")
    path = [base64.b64decode(one, validate=True).hex() for one in path]
    insist(included(subject[1], size, leaf(canonical(subject[0])), path, root), "case tlog_proof", "does not lead to its head")


def check_case_clocks(clocks, subject, options):
    found = set()
    for place, clock in enumerate(clocks):
        what = f"case clocks[{place}]"
        only(clock, ("statement", "inclusion_path"), what)
        entry = clock["statement"]
        insist(subject is not None, what, "is of no record")
        insist(isinstance(entry, dict) and entry.get("kind") in ("timestamp", "cosignature"), what, "is of an unknown kind")
        _, size, root = verify_note(entry["checkpoint"], options.vkey, what)
        same((entry["tree_size"], entry["root_hash"]), (size, root), f"{what}: its checkpoint")
        insist(included(subject[1], size, leaf(canonical(subject[0])), clock["inclusion_path"], root), what, "does not have the record")
        stamp = entry["kind"] == "timestamp"
        only(entry, TIMESTAMP if stamp else COSIGNATURE, what)
        time, trusted = stamped(entry, options.tsa_ca, what) if stamp else cosigned(entry, [read_key(key, 4) for key in options.witness], what)
        insist(time >= micros(subject[0]["made_at"]) - TOLERANCE, what, "saw the record before it was made")
        if trusted:
            found.add(entry["kind"])
        # The operator chose the address; a certificate that leads to a given root has a name of its own.
        name = entry["witness"] if not stamp else entry["signer"] if trusted else urllib.parse.urlsplit(entry["authority"]).netloc or entry["authority"]
        say(f"{'Verified' if trusted else 'Not verified'}: a {'time stamp' if stamp else 'cosignature'} of {short(name)} has it at {entry['time']}"
            f"{'' if trusted else ' (--tsa-ca FILE)' if stamp else ' (--witness VKEY)'}.")
    insist(options.tsa_ca is None or "timestamp" in found, "case", "has no time stamp whose certificate leads to a root that was given")
    insist(not options.witness or "cosignature" in found, "case", "has no cosignature of a witness that was given")


OTHER_MODEL = re.compile(r"^[A-Za-z0-9]|(?:^|[^A-Za-z])(?:nano|micro|mini|lite|small|flash|turbo|haiku)(?![A-Za-z])", re.I)


def gaps_of(history, unlisted, now):
    """What may be missing from a log that follows all rules: in words, whether it counts, whether it is more than everyday loss."""
    gaps, bundles, at = [], history.bundles, int(now * 10**6)
    everyday = lambda count, of: count > max(5, of * 0.05)
    most = lambda names: max(sorted(set(names)), key=names.count)

    def gap(count, text, counts, large):
        if count:
            gaps.append((text, counts, large))

    asked = [one for one in history.intents.values() if micros(one[0]["made_at"]) + HOUR < at]
    silent = [one[1] for one in asked if one[2] is None]
    if silent:
        markets, models = [f"{one['exchange']}/{one['ticker']}" for one in silent], [one["model"]["name"] for one in silent]
        worst = f"most of {most(markets)} {markets.count(most(markets))}; of model {most(models)} {models.count(most(models))}"
        # One unusable answer leaves all markets of its call without one.
        call_of = lambda intent: canonical(intent.get("joint") or intent["id"])
        calls, lost = len({call_of(one[1]) for one in asked}), len({call_of(one) for one in silent})
        large = lost > max(5, calls * 0.08)
        gap(1, f"{len(silent)} of {len(asked)} questions put to the model have no answer ({100 * len(silent) / len(asked):.1f} %, of {lost} of {calls} calls; {worst})", large, large)
    newest, first, oldest = {}, {}, {}
    for record, bundle, _ in bundles.values():
        newest[market_of(bundle)] = bundle
        first.setdefault(market_of(bundle), record["made_at"])
        oldest.setdefault(market_of(bundle), bundle)
    days = min(history.policies[-1].get("settlement_days", 0), 14) if history.policies else 0

    def is_overdue(market, bundle):
        question = bundle["input"]["question"]
        listed, own = micros(question["resolves_at"]), micros(question.get("deadline") or question["resolves_at"])
        return history.holds(market) is None and min(max(own, listed), own + 30 * 24 * HOUR) + days * 24 * HOUR < at

    overdue = ["/".join(market) for market, bundle in newest.items() if is_overdue(market, bundle)]
    moved = ["/".join(market) for market, bundle in newest.items() if is_overdue(market, oldest[market]) and not is_overdue(market, bundle)]
    gap(len(moved), f"{len(moved)} of {len(newest)} forecast markets have no outcome at their first deadline, and a later one since ({', '.join(moved[:3])})", everyday(len(moved), len(newest)), everyday(len(moved), len(newest)))
    last_words = [words[-1][1]["status"] for words in history.settlements.values()]
    paid = [words[-1][1]["settlement_yes_price"] for words in history.settlements.values()]
    returned = sum(status == "void" or price is None or DECISIVE_WITHIN < price < 1 - DECISIVE_WITHIN for status, price in zip(last_words, paid))
    gap(returned, f"{returned} of {len(paid)} outcomes are void or a split: their stakes were returned or shared", everyday(returned, len(paid)), everyday(returned, len(paid)))
    alone = {}
    for market in {market_of(bundle) for _, bundle, _ in bundles.values() if (bundle["input"]["question"].get("group") or {}).get("exclusive") is True}:
        decided = history.holds(market)
        if decided and decided["status"] == "settled" and decided["settlement_yes_price"] >= 1 - DECISIVE_WITHIN:
            alone.setdefault((market[0], history.events.get(market)), []).append(market)
    both = sum(len(markets) - 1 for markets in alone.values())
    gap(both, f"{both} outcomes are YES of an event of which one market alone can be", True, both > 1)
    edited = ["/".join(market) for market, texts in history.questions.items() if len(texts) > 1]
    gap(len(edited), f"{len(edited)} of {len(history.questions)} markets were asked about in other words later ({', '.join(edited[:3])})", everyday(len(edited), len(history.questions)), everyday(len(edited), len(history.questions)))
    gap(len(overdue), f"{len(overdue)} of {len(newest)} forecast markets past their deadline have no outcome ({', '.join(overdue[:3])})", True, everyday(len(overdue), len(newest)))
    old = sum(bundle["schema_version"] == "1.0.0" for _, bundle, _ in bundles.values())
    gap(old, f"{old} of {len(bundles)} forecasts were made without an intent, by version 0.1", True, everyday(old, len(bundles)))
    resolved = lambda market: (history.holds(market) or {}).get("resolved_at", "9999")
    # A correction may state a later instant than what was known.
    known = lambda market: history.settlements[market][0][0]["made_at"] if market in history.settlements else "9999"
    asked_at = lambda bundle: history.intents[bundle["intent_sha256"]][0]["made_at"] if "intent_sha256" in bundle else ""
    after = sum(record["made_at"] >= resolved(market_of(bundle)) or asked_at(bundle) > known(market_of(bundle)) for record, bundle, _ in bundles.values())
    early = [(trade, exits[0][1]) for _, trade, _, exits in history.trades.values() if exits and exits[0][1]["reason"] != "settled"]
    sold = sum(ended["closed_at"] >= resolved((trade["exchange"], trade["ticker"])) for trade, ended in early)
    gap(after + sold, f"{after} forecasts and {sold} early exits are not earlier than the outcome of their market", True, everyday(after + sold, len(bundles)))
    answered = [one for one in history.intents.values() if one[2] is not None]
    for name, count in history.odd.items():
        gap(count, f"{count} of {len(answered)} forecasts {name}", everyday(count, len(answered)), everyday(count, len(answered)))
    entrants = [f"{beside['model']['name']} in arm {beside['arm']}" for one in answered for beside in one[1]["beside"]]
    spoke = [f"{shadow['model']['name']} in arm {shadow['arm']}" for shadow, _ in history.shadows]
    for name in sorted(set(entrants)):
        count, of = entrants.count(name) - spoke.count(name), entrants.count(name)
        gap(count, f"{name} did not answer {count} of {of} questions", count > of * 0.2, False)
    calls, taken, left_out, draws = {}, {}, set(), {}
    for one in history.intents.values():
        key = one[1]["joint"][0]["bundle_id"] if one[1].get("joint") else "rb-" + one[0]["id"][3:]
        calls.setdefault(key, (one[0]["made_at"][:10], [beside["arm"] for beside in one[1].get("beside", [])], one[3]))
        draws[key] = max(draws.get(key, 0), len(one[2][1]["draws"]) if one[2] else 0)
    # Budgets of a day, by the largest of its policies; calls without an answer are given back.
    made, most = {}, {}
    for key, (date, arms, rules) in calls.items():
        for arm, limit in (("", "model_calls_per_day"), ("A", "shadow_calls_per_day"), ("B", "arm_calls_per_day"), ("C", "arm_calls_per_day")):
            if draws[key]:
                made[date, arm] = made.get((date, arm), 0) + (arms.count(arm) if arm else draws[key])
                most[date, arm] = max(most.get((date, arm), 0), rules.get(limit, math.inf))
    beyond, replied = sum(max(0, count - most[at]) for at, count in made.items()), sum(map(bool, draws.values()))
    gap(beyond, f"{beyond} of {replied} answers are beyond the budgets of their day", everyday(beyond, replied), everyday(beyond, replied))
    for date, arms, _ in calls.values():
        for arm in arms:
            taken[date, arm] = taken.get((date, arm), 0) + 1
    for key, (date, arms, rules) in calls.items():
        wanted = {"A": len(rules.get("shadow_models", [])), **{arm: 1 for arm in rules.get("arms", [])}}
        limit = {"A": rules.get("shadow_calls_per_day", 0)}
        if any(arms.count(arm) < count and taken.get((date, arm), 0) < limit.get(arm, rules.get("arm_calls_per_day", 0)) for arm, count in wanted.items()):
            left_out.add(key)
    gap(len(left_out), f"{len(left_out)} of {len(calls)} calls were not put to every model and arm of the policy, and its calls of the day were left", everyday(len(left_out), len(calls)), everyday(len(left_out), len(calls)))
    # A provider may add a date or an edition to the name that was asked for, and no size.
    suffix = lambda name, version: name[len(version):] if name.startswith(version) else "x"
    other = sum(OTHER_MODEL.search(suffix(shadow["model"]["version"], version)) is not None for shadow, version in history.shadows)
    gap(other, f"{other} of {len(spoke)} answers beside the recorded one came from another model than the one asked", True, everyday(other, len(spoke)))
    hidden = set().union(*history.taken_back.values())
    gap(len(hidden), f"the words of {len(history.taken_back)} items, shown in {len(hidden)} of {len(bundles)} forecasts, were withdrawn", everyday(len(hidden), len(bundles)), everyday(len(hidden), len(bundles)))
    busy = {}
    for one in history.intents.values():
        if micros(one[0]["made_at"]) % (24 * HOUR) > HOUR:
            busy.setdefault(one[0]["made_at"][:10], one[0]["made_at"])
    bare = [date for date, asked in busy.items() if date not in history.plans or history.plan_records[date]["made_at"] >= asked]
    gap(len(bare), f"{len(bare)} of {len(busy)} days have no plan from before their questions", True, len(bare) > 1)
    left = set()
    for date, markets in history.plans.items():
        planned = set(markets)
        for market, made in first.items():
            words = history.settlements.get(market)
            if made < history.plan_records[date]["made_at"] and market not in planned and (not words or words[0][1]["resolved_at"][:10] >= date):
                left.add("/".join(market))
    gap(len(left), f"{len(left)} markets that were forecast left the plans before they had an outcome ({', '.join(sorted(left)[:3])})", True, len(left) > 1)
    planned = sum(len(markets) for markets in history.plans.values())
    gap(len(unlisted), f"the coverage of days does not list {len(unlisted)} of {planned} planned markets ({', '.join(unlisted[:3])})", everyday(len(unlisted), planned), everyday(len(unlisted), planned))
    unknown = sum(ended["quote"]["bid_size" if trade["side"] == "YES" else "ask_size"] is None for trade, ended in early)
    gap(unknown, f"{unknown} of {len(early)} early exits were made where nothing is known of how much was wanted", False, False)
    gap(history.newest and micros(history.newest) > at + 300 * 10**6, f"the last record is of a time to come, {history.newest}: one of two clocks is wrong", True, False)
    names = sorted({name for rules in history.policies for name in rules})
    changed = [name for name in names if len({canonical(rules.get(name)) for rules in history.policies}) > 1]
    gap(len(changed), f"{len(history.policies)} policies differ in {', '.join(changed)}: each trade follows the one of its moment", False, False)
    chosen = [{name: value for name, value in rules.items() if name not in ("code_version", "code_commit")} for rules in history.policies]
    turns = sum(one != before for before, one in zip(chosen, chosen[1:]))
    span = math.ceil((micros(history.newest) - micros(history.begun)) / (24 * HOUR)) if history.policies else 0
    gap(turns, f"rules that choose were changed {turns} times in {span} days", everyday(turns, span), everyday(turns, span))
    dropped = {name for before, rules in zip(history.policies, history.policies[1:]) for name in set(before) - set(rules) - {"archive"}}
    gap(len(dropped), f"a later policy no longer states {', '.join(sorted(dropped))}", True, True)
    for count, of, text in odd_in_sum(history):
        gap(count, text, of is not None and everyday(count, of), of is not None and everyday(count, of))
    return gaps


def odd_in_sum(history):
    """What is odd of trades, quotes, markets and days in sum: how often, of how many (None is told only), in words."""
    trades, schedules, first, other = list(history.trades.values()), {"polymarket": {}, "kalshi": {}}, {}, 0
    for _, trade, _, _ in trades:
        is_kalshi = trade["exchange"] == "kalshi"
        rate, counts = trade.get("fee_rate"), schedules["kalshi" if is_kalshi else "polymarket"]
        rate = 0.07 if is_kalshi and rate is None else rate
        schedule = "none" if rate is None else f"rate {rate} exponent {trade.get('fee_exponent')}"
        counts[schedule] = counts.get(schedule, 0) + 1
        other += first.setdefault((trade["exchange"], trade["ticker"]), schedule) != schedule
    yield other, len(trades), f"{other} of {len(trades)} trades state another fee than the first of their market"
    for exchange, counts in schedules.items():
        names = ", ".join(sorted(f"{name} ({count})" for name, count in counts.items()))
        yield len(counts) > 1, None, f"the fees at {exchange.capitalize()} are not of one schedule: {names}"
    early = [(trade, exits[0][1]) for _, trade, _, exits in trades if exits and exits[0][1]["reason"] != "settled"]
    seconds = max([rules.get("quote_max_seconds", 0) for rules in history.policies], default=0)
    yield len(early), None, f"{len(early)} of {len(trades)} trades were ended early, and are not graded"
    is_old = lambda one: micros(one["closed_at"]) - micros(one["quote"]["quoted_at"]) > (seconds + 600) * 10**6
    old = sum(is_old(one) or one["quote"]["quoted_at"] < (trade["quote"]["quoted_at"] or "") for trade, one in early)
    yield old, len(early), f"{old} of {len(early)} early exits were made at a quote older than the policy allows, or than that of their trade"
    quotes = [(market_of(bundle), bundle["input"]["market"]) for _, bundle, _ in history.bundles.values()]
    quotes += [((one["exchange"], one["ticker"]), one["quote"]) for _, _, _, exits in trades for _, one in exits if one["quote"]]
    seen, differ = {}, 0
    words = [(market, document) for market, said in history.settlements.items() for _, document in said]
    for market, one in quotes + words:
        stated = (market, *(one.get(name) for name in ("yes_bid", "yes_ask", "status", "settlement_yes_price")))
        at, raw = one.get("quoted_at"), one.get("raw_sha256")
        places = [] if at is None else [(market, at)]
        places += [] if raw is None else [(raw, "status" in one)]
        differ += any([seen.setdefault(place, stated) != stated for place in places])
    named = [one for _, one in quotes + words]
    yield differ, len(named), f"{differ} of {len(named)} quotes and outcomes differ from another of the same market and instant or answer"
    bare = sum(one.get("raw_sha256") is None for one in named)
    yield bare, None, f"{bare} of {len(named)} quotes and outcomes name no answer of their exchange"
    asked, names, again = {market_of(bundle): bundle["input"]["question"] for _, bundle, _ in history.bundles.values()}, set(), 0
    for (exchange, ticker), question in asked.items():
        own = {(exchange, re.sub(r"(?<!\d)0+(?=\d)", "", ticker.lower())),
               (exchange, re.sub(r"[\W_]+", " ", question["text"].lower()), question.get("label"), question.get("deadline") or question["resolves_at"])}
        again += bool(own & names)
        names |= own
    yield again, len(asked), f"{again} of {len(asked)} markets are another once more, by name or question"
    intents = list(history.intents.values())
    commits = [(intent[1]["policy_sha256"] if intent[2] else "", intent[2][1]["input"].get("code_commit") if intent[2] else None) for intent in intents]
    beside = [((one["model"]["name"], one["arm"]), one["model"]["version"]) for intent in intents for one in intent[1].get("beside", [])]
    models = [((one["name"], one["version"]), one.get("training_cutoff")) for one in (intent[1]["model"] for intent in intents)]
    # Releases up to 0.3 left a commit that was set by hand out of their policies.
    alerts = [(alert["id"], alert["opened_at"]) for alert in (intent[2][1]["input"].get("alert") for intent in intents if intent[2]) if alert]
    for name, stated, counts in (("the opening of an alert", alerts, True), ("the commit of the program, under one policy,", commits, False), ("the version that is asked beside the recorded model", beside, True), ("the training cut-off of the recorded model", models, True)):
        before, changes = {}, 0
        for key, value in stated:
            changes += before.get(key, value) != value
            before[key] = value
        yield changes, len(stated) if counts else None, f"{name} changed {changes} times in {len(stated)} questions"
    if history.policies:
        begun, ended = (datetime.date.fromisoformat(at[:10]).toordinal() for at in (history.begun, history.newest))
        busy = {datetime.date.fromisoformat(one[0]["made_at"][:10]).toordinal() for one in history.intents.values()}
        empty = len(set(range(begun, ended)) - busy)
        yield empty, None, f"on {empty} of {ended - begun} days nothing was asked"
    planned = {market for markets in history.plans.values() for market in markets}
    never = len(planned - {(one[1]["exchange"], one[1]["ticker"]) for one in history.intents.values()})
    yield never, None, f"{never} of {len(planned)} planned markets were never asked about"
    yield seconds > 6 * 3600, None, f"the policy lets quotes of {int(seconds // 3600)} hours count as those of the moment"
    corrected = sum(len(words) > 1 for words in history.settlements.values())
    if corrected > max(5, len(history.settlements) * 0.05):
        yield corrected, len(history.settlements), f"{corrected} of {len(history.settlements)} outcomes were corrected"
    dated = [seal for seal in history.seals.values() if "anchored_at" in seal]
    late = sum(abs(micros(seal["made_at"]) - micros(seal["anchored_at"])) > TOLERANCE for seal in dated)
    yield late, len(dated), f"{late} of {len(dated)} seals state another time than that of their record"
    answered = [one for one in history.intents.values() if one[2] is not None]
    parted = sum(other_group(one[2][1], one[1], history.events) for one in answered)
    yield parted, len(answered), f"{parted} of {len(answered)} forecasts are of a group whose markets are of other events"
    hand = sum(one[2][1]["input"]["trigger"] == "command" for one in answered)
    yield hand, None, f"{hand} of {len(answered)} forecasts were asked for by hand"
    yield len(history.members), None, f"documents have members that are not known here: {', '.join(sorted(history.members))}"


class Verdict:
    """Four answers, and what was not read."""

    def __init__(self):
        self.stage, self.answers, self.left, self.code = "Unchanged", {}, [], 0

    def answer(self, question, word, detail):
        self.answers[question] = (word, detail)

    def end(self):
        for question in ("Unchanged", "Complete", "Outcomes", "Figures"):
            word, detail = self.answers.get(question, ("not checked", ""))
            say(f"{question:<14} {word:<11} {detail}".rstrip())
        if self.left:
            say(f"{'Not read':<14} {'':<11} {'; '.join(self.left)}")
        return self.code


def verify_deployment(options):
    files = Deployment(options.base_url, options.key)
    for reading in (1, 2, 3):
        verdict, note = Verdict(), None
        try:
            note = files.text("/api/registry/checkpoint")
            verify_state(files, note, options, verdict)
        except (Wrong, Grown) as error:
            # Figures follow the log as it is now: one that grew since its checkpoint was read is read again.
            if note is not None and reading < 3 and grew(files, note, error):
                say("note  the log has grown meanwhile; reading again")
                continue
            verdict.code = 2 if isinstance(error, Grown) else 1
            verdict.answer(verdict.stage, "not checked" if verdict.code == 2 else "no", str(error))
            say(f"Could not be read: {error}" if verdict.code == 2 else f"WRONG  {error}")
        except Unread as error:
            verdict.code = 2
            verdict.answer(verdict.stage, "not checked", str(error))
            say(f"Could not be read: {error}. The rest was not checked.")
        except OtherVersion as error:
            verdict.code = 3
            verdict.answer(verdict.stage, "not checked", str(error))
            say(f"Another version of the format: {error}")
        except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError, RecursionError) as error:
            verdict.code = 1
            verdict.answer(verdict.stage, "no", f"a member is missing or of another type: {error!r}")
            say(f"WRONG  a member is missing or of another type: {error!r}")
        return verdict.end()


def grew(files, note, error):
    """Whether there is a newer head; of records that are not signed yet it is waited for."""
    if isinstance(error, Grown):
        time.sleep(float(os.environ.get("VERIFY_SIGNED_WAIT", "5")))
    try:
        return files.text("/api/registry/checkpoint") != note
    except (Wrong, Unread):
        return False


def seen_before(options, origin):
    """What was seen of this log, and that this address showed no other."""
    state = {}
    if options.state and os.path.exists(options.state):
        with open(options.state, encoding="utf-8") as file:
            state = json.load(file)
    other = state.get("at " + options.base_url.rstrip("/"))
    insist(other is None or other["origin"] == origin, "checkpoint", f"this address showed another log, {short(other and other['origin'])}, on {other and other['seen']}")
    return state, state.get(origin)


def verify_state(files, note, options, verdict):
    published, = files.lines("/api/registry/vkey")
    state, before = seen_before(options, note.split("\n")[0])
    origin, size, root = verify_note(note, published, "checkpoint")
    lines = files.lines("/api/registry/log.jsonl")
    # Clocks before any list: what could convict is never left out.
    clocks = read_clocks(files)
    index = parse(files.text("/api/registry/index.json"), "index.json")
    day_lines = files.lines("/api/registry/days.jsonl")
    sizes = {entry["tree_size"] for entry in index + clocks} | ({before["size"]} if before else set())
    records, roots = read_log(lines, size, root, sizes)
    if before:
        insist(before["size"] <= size and roots.get(before["size"]) == before["root"], "log.jsonl", "the log was rewritten: it does not begin with what was seen before")
    now = options.now
    keys = read_keys(files, records, origin, published, (options.vkey, (before or {}).get("vkey")))
    seen, unknown = check_clocks(clocks, records, roots, keys, options, now)
    days = read_days(index, day_lines, lines[:size], origin)
    for entry, file in days:
        if entry["tree_size"] <= size:
            same(entry["root_hash"], roots[entry["tree_size"]], f"day {entry['date']} root_hash")
            same(signed_tree(file["checkpoint"], keys, f"day {entry['date']}")[1:], (file["tree_size"], file["root_hash"]), f"day {entry['date']}: tree of its checkpoint")
    documents = read_documents(records, files.lines("/api/registry/documents.jsonl"), files.lines("/api/registry/bundles.jsonl"))
    verdict.stage = "Figures"
    history = History(documents)
    verdict.stage = "Complete"
    unlisted = check_coverage(days, history)
    yesterday = (datetime.datetime.fromtimestamp(now - 7200, datetime.timezone.utc).date() - datetime.timedelta(days=1)).isoformat()
    last = days[-1][1]["date"] if days else None
    begun = records[0]["made_at"][:10] if records else "9999"
    insist(last >= yesterday if last else begun > yesterday, "index.json", f"ends with {last}, and {yesterday} is over: later days are withheld, or the log stopped")
    newest = max(clocks, key=lambda entry: entry["time"], default=None)
    told = "no clock outside saw it" if newest is None else f"{'a witness' if newest['kind'] == 'cosignature' else 'a time-stamping authority'}{'' if seen else ', whose key or root was not given,'} saw {newest['tree_size']} records at {newest['time'][:16]}"
    verdict.answer("Unchanged", "yes", f"{size} records, {len(days)} days signed by {origin}; {told}")
    gaps = gaps_of(history, unlisted, now)
    missing = [text for text, counts, _ in gaps if counts]
    if any(large for _, _, large in gaps):
        verdict.code = 1
    whole = [] if missing else [f"{len(history.bundles)} forecasts, none left out"]
    verdict.answer("Complete", "no" if missing else "yes", "; ".join(whole + missing + [text for text, counts, _ in gaps if not counts]))
    corrected = sum(len(words) > 1 for words in history.settlements.values())
    verdict.answer("Outcomes", "not checked", f"{len({market_of(bundle) for _, bundle, _ in history.bundles.values()})} markets (vedette verify --exchanges asks); {len(history.settlements)} decided, {corrected} of them corrected since")
    verdict.stage = "Figures"
    rows, anchored = check_rows(files.lines("/api/dataset/records.jsonl"), history)
    listed = files.pages("/api/receipts?population=own&limit=500")
    check_receipts(listed, history)
    figures = check_track_record(files.text("/api/track-record.json"), history, days, now)
    changes, differs = policy_changes(history, now, figures["hit_rate"], figures["total_trades"])
    verdict.answer("Figures", "no" if differs else "yes", "; ".join([f"recomputed from the log by the policies in force: hit rate {figures['hit_rate']:.3f} of {figures['n_distinct_markets']} markets, {figures['total_trades']} trades, {rows} rows"] + changes))
    if options.state:
        state[origin] = {"vkey": published, "size": size, "root": root}
        state["at " + options.base_url.rstrip("/")] = {"origin": origin, "seen": instant(int(now * 10**6))[:10]}
        with open(options.state, "w", encoding="utf-8") as file:
            json.dump(state, file, indent=1)
    left = verdict.left
    left += ["pages, embeds, badges, feeds, STIX, GeoJSON, MCP, imports, the dataset 0.2.0 and the leaderboard; analysis, manifest, CSV, Parquet; lists of markets and predictions, single receipts, bundles and proofs", f"the {anchored} copies in {history.archive or 'the web archive'} that rows name{', which this demo invented: no clock from outside' if history.archive else ''}"]
    if seen:
        verdict.answer("Unchanged", "yes", verdict.answers["Unchanged"][1] + f"; {bounded(seen, history, records)}")
    if not clocks:
        left.append("when the log was written, by any clock but the deployment's (it names none)")
    stamps = sum(entry["kind"] == "timestamp" for entry in unknown)
    if stamps:
        left.append(f"who made {stamps} time stamps: their certificate " + ("leads to no root that was given" if options.tsa_ca else "was not checked (--tsa-ca FILE)"))
    names = sorted({entry["witness"] for entry in unknown if entry["kind"] == "cosignature"})
    if names:
        left.append(f"the cosignatures of {', '.join(names)}, whose keys were not given (--witness KEY)")
    if not options.vkey and not before:
        left += ["whose key this is (it came from the deployment itself)", "that nothing was rewritten before this first visit"]


def given_key(vkey):
    try:
        read_key(vkey)
    except Wrong:
        raise Unread("--vkey, which is not a public key of a log: <name>+<8 hex>+<base64>, as /api/registry/vkey has it")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("base_url", nargs="?")
    parser.add_argument("--vkey")
    parser.add_argument("--key", default=os.environ.get("VEDETTE_API_KEY"))
    parser.add_argument("--state")
    parser.add_argument("--witness", nargs="+", action="extend", default=[])
    parser.add_argument("--tsa-ca", dest="tsa_ca")
    parser.add_argument("--receipt")
    parser.add_argument("--case")
    parser.add_argument("--as-of", dest="as_of")
    options = parser.parse_args()
    if options.base_url and re.match(r"[\w.-]+(:\d{1,5})?(/|$)", options.base_url):
        local = re.match(r"localhost|127\.", options.base_url)
        options.base_url = ("http://" if local else "https://") + options.base_url
    if options.tsa_ca and not os.path.isfile(options.tsa_ca):
        parser.error(f"--tsa-ca: there is no file {options.tsa_ca}")
    options.now = time.time() if options.as_of is None else datetime.datetime.fromisoformat(options.as_of.replace("Z", "+00:00")).timestamp()
    try:
        if options.vkey:
            given_key(options.vkey)
        if options.receipt:
            if not options.vkey:
                raise Unread("the public key of the log, which --receipt needs: --vkey")
            return verify_receipt(options.receipt, options.vkey)
        elif options.case:
            if not options.vkey:
                raise Unread("the public key of the log, which --case needs: --vkey")
            return verify_case(options)
        elif options.base_url:
            return verify_deployment(options)
        else:
            raise Unread("the address of a deployment is missing")
    except Wrong as error:
        say(f"WRONG  {error}")
        return 1
    except Unread as error:
        say(f"Could not be read: {error}. The rest was not checked.")
        return 2
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError, RecursionError) as error:
        say(f"WRONG  a member is missing or of another type: {error!r}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
