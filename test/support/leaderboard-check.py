"""Recomputes the figures of a leaderboard from rows of the dataset 0.2.0 with arena-evaluation, scoringrules, NumPy and SciPy.

python3 leaderboard-check.py RECORDS.jsonl LEADERBOARD.json    prints how many figures agree, exits 1 where one does not
"""
import json
import math
import sys
from collections import defaultdict
from statistics import fmean

import numpy
import scoringrules
from scipy.stats import t as student
from arena_evaluation import Cell, calibration, cell_brier, cell_skill
from arena_evaluation.metrics import event_means, headline_mean

NEAR_CERTAIN = 0.03
DRAWS = 5_000


def compared(row):
    """Whether a row is in any comparison."""
    paid, mid = row["resolution"]["settlement_yes_price"], row["context"]["market_yes_price"]
    made, closes = row["prediction"]["made_at"], row["question"]["closes_at"]
    decided = paid <= 0.01 or paid >= 0.99
    certain = mid is not None and (mid <= NEAR_CERTAIN or mid >= 1 - NEAR_CERTAIN)
    late = made >= row["resolution"]["resolved_at"] or (closes is not None and made >= closes)
    return decided and not certain and not late


def name(row):
    version = row["prediction"]["model_version"]
    return row["prediction"]["model"] + ("" if version is None else f" ({version})")


def market(row):
    return f'{row["question"]["exchange"]}/{row["question"]["ticker"]}'


def cells(rows):
    for window, row in enumerate(rows):
        mid = row["context"]["market_yes_price"]
        yield Cell(
            agent=name(row),
            event=market(row),
            window=window,
            probabilities={"YES": row["prediction"]["probability_yes"]},
            resolutions={"YES": row["resolution"]["outcome"].lower()},
            crowd={} if mid is None else {"YES": mid},
        )


def by_market(rows, values):
    grouped = defaultdict(list)
    for row, value in zip(rows, values):
        grouped[market(row)].append(value)
    return headline_mean(event_means(grouped))


def event(row):
    return row["question"]["event"] or market(row)


def came_of(row):
    return 1.0 if row["resolution"]["outcome"] == "YES" else 0.0


def squares(probabilities, rows):
    return [(given - came_of(row)) ** 2 for given, row in zip(probabilities, rows)]


def executed(row):
    """The price of YES at which an answer could have been traded, or None."""
    context = row["context"]
    mid = context["market_yes_price"]
    if mid is None:
        return None
    return context["market_yes_ask" if row["prediction"]["probability_yes"] >= mid else "market_yes_bid"]


def market_table(rows, *columns):
    """Means by market of each column, and the number of each market's event."""
    grouped = defaultdict(list)
    events = {}
    for index, row in enumerate(rows):
        grouped[market(row)].append(index)
        events[market(row)] = event(row)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(events.values()))}
    means = [numpy.array([numpy.mean([column[i] for i in own]) for own in grouped.values()]) for column in columns]
    return means, numpy.array([numbers[events[name]] for name in grouped])


def clustered(values, events):
    """Mean, its error over events, and the reach of 95 %."""
    sums = numpy.bincount(events, weights=values - values.mean())
    error = math.sqrt(len(sums) / (len(sums) - 1) * (sums**2).sum()) / len(values)
    return values.mean(), error, student.ppf(0.975, len(sums) - 1) * error


def drawn(model, price, events):
    """95 % of the skill where whole events are drawn, by a generator of NumPy."""
    own, other = numpy.bincount(events, weights=model), numpy.bincount(events, weights=price)
    picks = numpy.random.default_rng(1).integers(0, len(own), (DRAWS, len(own)))
    return numpy.quantile(1 - own[picks].sum(axis=1) / other[picks].sum(axis=1), [0.025, 0.975])


def shrunk(probabilities):
    inside = numpy.clip(probabilities, 0.001, 0.999)
    return 1 / (1 + math.exp(-numpy.log(inside / (1 - inside)).sum() / (len(inside) + 1)))


def main(records, board):
    published = json.load(open(board, encoding="utf-8"))
    rows = [row for line in open(records, encoding="utf-8") if compared(row := json.loads(line))]
    entrants = {(one["population"], one["arm"], one["model"]): one for one in published["entrants"]}
    groups = defaultdict(list)
    for row in rows:
        groups[(row["population"], row["arm"], name(row))].append(row)
    checked = 0

    def same(given, due, what):
        nonlocal checked
        if given is None or not math.isclose(given, due, rel_tol=1e-12, abs_tol=1e-14):
            sys.exit(f"{what} is {given}, recomputed {due}")
        checked += 1

    asked = defaultdict(list)
    last = {}
    for row in rows:
        asked[(row["population"], row["arm"], row["context"]["replay_bundle_id"])].append(row)
        place = (row["population"], market(row))
        mid = row["context"]["market_yes_price"]
        if mid is not None and (place not in last or row["prediction"]["made_at"] > last[place][0]):
            last[place] = (row["prediction"]["made_at"], mid)
    peers = defaultdict(list)
    for together in asked.values():
        scores = [-scoringrules.log_score(came_of(row), row["prediction"]["probability_yes"]) for row in together]
        for row, score in zip(together, scores):
            if len(together) > 1:
                others = (sum(scores) - score) / (len(scores) - 1)
                peers[(row["population"], row["arm"], name(row))].append((row, 100 * (score - others)))

    for key, own in groups.items():
        entrant = entrants[key]
        if entrant["underpowered"]:
            continue
        priced = [row for row in own if row["context"]["market_yes_price"] is not None]
        given = numpy.array([row["prediction"]["probability_yes"] for row in own])
        came = numpy.array([1.0 if row["resolution"]["outcome"] == "YES" else 0.0 for row in own])
        mids = numpy.array([row["context"]["market_yes_price"] for row in priced])
        of_priced = numpy.array([1.0 if row["resolution"]["outcome"] == "YES" else 0.0 for row in priced])
        brier = by_market(own, [cell_brier(cell) for cell in cells(own)])
        same(entrant["brier"], brier, f"{key} brier by arena-evaluation")
        same(entrant["brier"], by_market(own, scoringrules.brier_score(came, given)), f"{key} brier by scoringrules")
        same(entrant["log_score"], -by_market(own, scoringrules.log_score(came, given)), f"{key} log_score by scoringrules")
        model = by_market(priced, [cell_brier(cell) for cell in cells(priced)])
        gained = by_market(priced, [cell_skill(cell) for cell in cells(priced)])
        price = by_market(priced, scoringrules.brier_score(of_priced, mids))
        same(entrant["against_mid"]["skill"], 1 - model / price, f"{key} skill by scoringrules")
        same(entrant["against_mid"]["skill"], gained / price, f"{key} skill by arena-evaluation")
        same(entrant["n_markets"], len({market(row) for row in own}), f"{key} n_markets")
        once = list({market(row): row for row in own}.values())
        if len(once) == len(own):
            ece, _, _ = calibration(list(cells(own)))
            same(entrant["calibration_error"], ece, f"{key} calibration_error by arena-evaluation")
        (losses,), events = market_table(own, squares(given, own))
        centre, _, reach = clustered(losses, events)
        for end, due in zip(entrant["brier_interval"], (centre - reach, centre + reach)):
            same(end, due, f"{key} brier_interval")
        if peers[key]:
            same(entrant["peer_score"], by_market(*zip(*peers[key])), f"{key} peer_score")
        for what, price_of in (("against_mid", lambda row: row["context"]["market_yes_price"]), ("against_executed", executed)):
            beside = [row for row in own if price_of(row) is not None]
            (model, price), events = market_table(
                beside,
                squares([row["prediction"]["probability_yes"] for row in beside], beside),
                squares([price_of(row) for row in beside], beside),
            )
            same(entrant[what]["skill"], 1 - model.mean() / price.mean(), f"{key} {what}")
            ends = drawn(model, price, events)
            # Two thousand draws of another generator: their ends are sure to a tenth of what lies between.
            for end, due in zip(entrant[what]["interval"], ends):
                if abs(end - due) > 0.1 * (ends[1] - ends[0]):
                    sys.exit(f"{key} {what} interval ends at {end}, drawn anew at {due}")
                checked += 1
        votes = defaultdict(int)
        for row in priced:
            votes[market(row)] += 1
        spread = numpy.cov(
            [row["prediction"]["probability_yes"] for row in priced], mids, aweights=[1 / votes[market(row)] for row in priced]
        )
        same(entrant["correlation_with_price"], spread[0, 1] / math.sqrt(spread[0, 0] * spread[1, 1]), f"{key} correlation")
        baselines = entrant["baselines"]
        rate = by_market(own, came)
        same(baselines["half"], by_market(own, squares([0.5] * len(own), own)), f"{key} half")
        same(baselines["base_rate"], by_market(own, squares([rate] * len(own), own)), f"{key} base_rate")
        if len(priced) == len(own):
            same(baselines["market_mid"], by_market(own, squares(mids, own)), f"{key} market_mid")
        prices = [last.get((row["population"], market(row)), (None, None))[1] for row in own]
        if None not in prices:
            same(baselines["last_price"], by_market(own, squares(prices, own)), f"{key} last_price")

    for kind, combine in (("median", numpy.median), ("shrunk mean", shrunk)):
        for (population, arm, model), entrant in entrants.items():
            if model != f"ensemble: {kind} of models" or entrant["underpowered"]:
                continue
            groups_of = [one for (of, where, _), one in asked.items() if (of, where) == (population, arm)]
            several = [one for one in groups_of if len({name(row) for row in one}) > 1]
            firsts = [one[0] for one in several]
            answers = [combine([row["prediction"]["probability_yes"] for row in one]) for one in several]
            same(entrant["brier"], by_market(firsts, squares(answers, firsts)), f"{model} brier")

    for pair in published["pairs"]:
        sides = [groups.get((pair["population"], pair[side]["arm"], pair[side]["model"])) for side in ("first", "second")]
        if pair["underpowered"] or None in sides:
            continue
        other = {row["context"]["replay_bundle_id"]: row for row in sides[1]}
        both = [row for row in sides[0] if row["context"]["replay_bundle_id"] in other]
        beside = [other[row["context"]["replay_bundle_id"]] for row in both]
        (first, second), events = market_table(
            both, *(squares([row["prediction"]["probability_yes"] for row in side], side) for side in (both, beside))
        )
        centre, error, reach = clustered(second - first, events)
        said = f'{pair["first"]} against {pair["second"]}'
        same(pair["difference"], centre, f"{said} difference")
        same(pair["t"], centre / error, f"{said} t")
        for end, due in zip(pair["interval"], (centre - reach, centre + reach)):
            same(end, due, f"{said} interval")
    print(json.dumps({"entrants": len(groups), "figures": checked}))


main(*sys.argv[1:])
