"""Tags the texts with spaCy's PhraseMatcher on a blank multi-language pipeline, lower case.

Reads one JSON object on stdin: {"terms": [str], "texts": [str]}.
Writes {"seconds": float, "hits": int}. Exits 3 where the package is missing.
"""

import json
import sys
import time

try:
    import spacy
    from spacy.matcher import PhraseMatcher
except ImportError:
    sys.exit(3)


def main() -> None:
    task = json.load(sys.stdin)
    pipeline = spacy.blank("xx")
    pipeline.max_length = 10_000_000
    matcher = PhraseMatcher(pipeline.vocab, attr="LOWER")
    matcher.add("ALIAS", [pipeline.make_doc(term) for term in task["terms"]])
    started = time.process_time()
    hits = sum(len(matcher(pipeline.make_doc(text))) for text in task["texts"])
    json.dump({"seconds": time.process_time() - started, "hits": hits}, sys.stdout)


main()
