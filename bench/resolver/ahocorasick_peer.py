"""Tags the texts with pyahocorasick: fold, find every term, keep those on word boundaries.

Reads one JSON object on stdin: {"terms": [folded], "texts": [str], "fold": {unit: unit or null}}.
Writes {"seconds": best of the rounds, "hits": int}. Exits 3 where the package is missing.
"""

import json
import sys
import time

try:
    import ahocorasick
except ImportError:
    sys.exit(3)

ROUNDS = 3


def main() -> None:
    task = json.load(sys.stdin)
    automaton = ahocorasick.Automaton()
    for term in task["terms"]:
        automaton.add_word(term, len(term))
    automaton.make_automaton()
    table = {int(unit): to for unit, to in task["fold"].items()}
    best, hits = float("inf"), 0
    for _ in range(ROUNDS):
        hits = 0
        started = time.process_time()
        for text in task["texts"]:
            folded = text.translate(table)
            end_of_text = len(folded)
            for last, length in automaton.iter(folded):
                start, end = last - length + 1, last + 1
                if (start == 0 or not folded[start - 1].isalnum()) and (
                    end == end_of_text or not folded[end].isalnum()
                ):
                    hits += 1
        best = min(best, time.process_time() - started)
    json.dump({"seconds": best, "hits": hits}, sys.stdout)


main()
