"""Recomputes the figures of a leaderboard from rows of the dataset 0.2.0 with arena-evaluation and scoringrules.

python3 leaderboard-check.py RECORDS.jsonl LEADERBOARD.json    prints how many figures agree, exits 1 where one does not
"""
import json
import math
import sys
from collections import defaultdict
from statistics import fmean

import numpy
import scoringrules
from arena_evaluation import Cell, calibration, cell_brier, cell_skill
from arena_evaluation.metrics import event_means, headline_mean

NEAR_CERTAIN = 0.03


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


def main(records, board):
    rows = [row for line in open(records, encoding="utf-8") if compared(row := json.loads(line))]
    entrants = {(one["population"], one["arm"], one["model"]): one for one in json.load(open(board, encoding="utf-8"))["entrants"]}
    groups = defaultdict(list)
    for row in rows:
        groups[(row["population"], row["arm"], name(row))].append(row)
    checked = 0

    def same(given, due, what):
        nonlocal checked
        if given is None or not math.isclose(given, due, rel_tol=1e-12, abs_tol=1e-14):
            sys.exit(f"{what} is {given}, recomputed {due}")
        checked += 1

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
    print(json.dumps({"entrants": len(groups), "figures": checked}))


main(*sys.argv[1:])
