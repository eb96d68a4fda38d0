#!/usr/bin/env python3
"""A client of the Vedette API in one file: Python 3.8 or later, standard library only.

    from vedette import Vedette
    v = Vedette("https://vedette.example", key="…")        # the key may be left out
    for event in v.rows("/v1/ontology/events", entity="iran", since="2026-05-07"):
        print(event["at"], event["title"])
    print(v.market("kalshi", "KXIRAN-26")["latest_prediction"])
    print(v.verify_receipt("pt-000001"))                    # raises NotProven where something does not hold

Lists are read page by page as they are iterated. A refusal for want of budget (429) or a service that is
away (503) is waited out by its Retry-After, at most `max_wait` seconds in all for one request. Every other
refusal is a Problem that says what was wrong.

    python3 vedette.py https://vedette.example /v1/ontology/alerts active=true     # JSON Lines on stdout
    python3 vedette.py https://vedette.example verify pt-000001
"""
import base64
import hashlib
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Problem(Exception):
    """A refusal (RFC 9457): `status`, `type`, `detail`, and `errors` with the fields that are wrong."""

    def __init__(self, status, document):
        self.status, self.document = status, document
        self.type, self.detail = document.get("type", ""), document.get("detail", "")
        self.errors = document.get("errors", [])
        super().__init__(f"{status} {document.get('title', '')}: {self.detail}")


class NotProven(Exception):
    """A receipt of which something does not hold; the words say what."""


class Vedette:
    """One deployment. `sleep` is called with the seconds that an answer asks to wait."""

    def __init__(self, base, key=None, timeout=60, max_wait=3600, sleep=time.sleep):
        self.base, self.key, self.timeout = base.rstrip("/"), key, timeout
        self.max_wait, self.sleep = max_wait, sleep

    # ---- reading ----------------------------------------------------------------------------------

    def get(self, path, **parameters):
        """The JSON of one address."""
        return json.loads(self.read(path, **parameters)[0])

    def rows(self, path, **parameters):
        """Every row of a list, over all its pages."""
        while path is not None:
            body, headers = self.read(path, **parameters)
            yield from json.loads(body)
            path, parameters = self._next(headers.get("Link")), {}

    def lines(self, path, **parameters):
        """Every line of a file of JSON Lines, such as /api/dataset/records.jsonl."""
        for line in self.read(path, **parameters)[0].decode("utf-8").splitlines():
            yield json.loads(line)

    def read(self, path, **parameters):
        """Bytes and headers of one address. A parameter may be a list; one that is None is left out."""
        given = {name: _word(value) for name, value in parameters.items() if value is not None}
        query = urllib.parse.urlencode(given, doseq=True)
        url = self.base + path + (("&" if "?" in path else "?") + query if query else "")
        headers = {"Accept": "application/json, */*;q=0.5", "User-Agent": "vedette.py"}
        if self.key:
            headers["X-API-Key"] = self.key
        waited = 0
        while True:
            try:
                with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=self.timeout) as answer:
                    return answer.read(), answer.headers
            except urllib.error.HTTPError as error:
                wait = error.headers.get("Retry-After") or ""
                seconds = int(wait) if wait.isdigit() else None
                if error.code in (429, 503) and seconds is not None and waited + seconds <= self.max_wait:
                    error.close()
                    # A budget that is said to be back at once is asked for a second later.
                    waited += max(1, seconds)
                    self.sleep(max(1, seconds))
                    continue
                raise Problem(error.code, _document(error)) from None

    def _next(self, link):
        match = re.search(r'<([^>]+)>;\s*rel="?next', link or "")
        # The path only: the key is sent to no other host than the one that was named.
        return match and re.sub(r"^https?://[^/]+", "", match.group(1))

    # ---- what is asked most -------------------------------------------------------------------------

    def events(self, **filters):
        return self.rows("/v1/ontology/events", **filters)

    def alerts(self, **filters):
        return self.rows("/v1/ontology/alerts", **filters)

    def markets(self, **filters):
        return self.rows("/v1/markets", **filters)

    def market(self, exchange, ticker):
        return self.get(_path("v1", "markets", exchange, ticker))

    def evidence(self, exchange, ticker):
        return self.get(_path("v1", "ontology", "confluence", exchange, ticker))

    def predictions(self, **filters):
        return self.rows("/v1/predictions", **filters)

    def receipts(self, **filters):
        return self.rows("/api/receipts", **filters)

    def dataset(self):
        return self.lines("/api/dataset/records.jsonl")

    # ---- proof --------------------------------------------------------------------------------------

    def verify_receipt(self, trade_id, vkey=None):
        """Fetches a receipt and checks it; see verify_receipt below. Without `vkey` the deployment names its own key."""
        body, _ = self.read(_path("api", "receipt", f"{trade_id}.json"))
        return verify_receipt(body, vkey or self.read("/api/registry/vkey")[0].decode().strip())


def _word(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return [_word(one) for one in value] if isinstance(value, (list, tuple)) else value


def _path(*words):
    return "/" + "/".join(urllib.parse.quote(word, safe="") for word in words)


def _document(error):
    try:
        document = json.loads(error.read())
    except ValueError:
        document = None
    return document if isinstance(document, dict) else {"title": error.reason}


def canonical(value):
    """The form in which everything is hashed: sorted keys, no blanks, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def verify_receipt(body, vkey):
    """Checks a receipt that was fetched or saved: that its own hash holds, that every document in it is the one
    whose hash the log holds, that every record lies in one tree, and that the log's key has signed that tree.

    body: the bytes or text of the receipt. vkey: the log's public key as /api/registry/vkey gives it, best
    from somewhere else than the deployment. Returns {trade_id, records, tree_size, root_hash, origin}.
    Does not recompute what follows from the documents (prices, fees, grades): tools/verify.py does.
    """
    try:
        receipt = json.loads(body)
        stated = receipt["receipt_sha256"]
        rest = {name: value for name, value in receipt.items() if name != "receipt_sha256"}
        _insist(_sha(canonical(rest)) == stated, "receipt_sha256 is not the SHA-256 of the rest")
        _insist(receipt["population"] == "own", "it is of an import, which is in no log")
        proof = receipt["proof"]
        origin, size, root = verify_note(proof["checkpoint"], vkey)
        _insist((proof["tree_size"], proof["root_hash"]) == (size, root), "its proof is of another tree than the signed one")
        for entry in receipt["records"]:
            record = entry["record"]
            name = f"{record['kind']} {record['id']}"
            leaf = hashlib.sha256(b"\0" + canonical(record).encode()).digest()
            _insist(_root_of(entry["leaf_index"], size, leaf, entry["inclusion_path"]) == root, f"{name} is not in the signed tree")
            _insist(_sha(canonical(entry["document"])) == record["sha256"], f"{name} is not the document that was recorded")
        bundles = [entry["record"]["sha256"] for entry in receipt["records"] if entry["record"]["kind"] == "bundle"]
        _insist(bundles == [receipt["bundle_sha256"]], "its bundle is not the recorded one")
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise NotProven(f"a member is missing or of another type: {error!r}") from None
    return {"trade_id": receipt["trade_id"], "records": len(receipt["records"]), "tree_size": size, "root_hash": root, "origin": origin}


def verify_note(note, vkey):
    """Origin, size and root (hex) of a checkpoint (C2SP signed note) that a key has signed."""
    name, key_id, encoded = vkey.strip().split("+", 2)
    key = base64.b64decode(encoded, validate=True)
    _insist(len(key) == 33 and key[0] == 1, "the public key is not of Ed25519")
    _insist(hashlib.sha256(name.encode() + b"\n" + key).digest()[:4].hex() == key_id, "the public key does not have its id")
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    for line in signatures.splitlines():
        match = re.fullmatch(r"— (\S+) (\S+)", line)
        raw = base64.b64decode(match.group(2), validate=True) if match and match.group(1) == name else b""
        if raw[:4].hex() == key_id and ed25519_holds(key[1:], text.encode(), raw[4:]):
            origin, size, root = text.split("\n")[:3]
            _insist(origin == name, "the checkpoint is of another log")
            return origin, int(size), base64.b64decode(root, validate=True).hex()
    raise NotProven("the checkpoint is not signed by this key")


def _insist(holds, why):
    if not holds:
        raise NotProven(why)


def _sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def _root_of(index, size, node, path):
    """The root that an inclusion path leads to (RFC 9162, 2.1.3.2), or None where it has another length."""
    last = size - 1
    if not 0 <= index <= last:
        return None
    for step in path:
        if last == 0:
            return None
        other = bytes.fromhex(step)
        if index % 2 == 1 or index == last:
            node = hashlib.sha256(b"\1" + other + node).digest()
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            node = hashlib.sha256(b"\1" + node + other).digest()
        index, last = index // 2, last // 2
    return node.hex() if last == 0 else None


# ---- Ed25519 (RFC 8032, 5.1), verification only: nothing here is secret, so nothing needs constant time -----

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P


def _plus(a, b):
    """Sum of two points (x, y) of the twisted Edwards curve, kept as (X, Y, Z, T) with x = X/Z, y = Y/Z, T = XY/Z."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    e, f = (x1 + y1) * (x2 + y2) - x1 * x2 - y1 * y2, z1 * z2 - _D * t1 * t2
    g, h = z1 * z2 + _D * t1 * t2, y1 * y2 + x1 * x2
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number, point):
    sum_ = (0, 1, 1, 0)
    while number:
        if number & 1:
            sum_ = _plus(sum_, point)
        point, number = _plus(point, point), number >> 1
    return sum_


def _point(data):
    """The point that 32 bytes stand for (5.1.3), or None."""
    value = int.from_bytes(data, "little")
    y, odd = value & (2**255 - 1), value >> 255
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if x * x % _P != square:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if x * x % _P != square or (x == 0 and odd):
        return None
    x = x if x % 2 == odd else _P - x
    return x, y, 1, x * y % _P


_BASE = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))


def ed25519_holds(public, message, signature):
    """Whether an Ed25519 signature of a message holds for a public key of 32 bytes."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, r = _point(public), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= _L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % _L
    left, right = _times(s, _BASE), _plus(r, _times(h, key))
    return all((left[i] * right[2] - right[i] * left[2]) % _P == 0 for i in (0, 1))


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    vedette = Vedette(arguments[0], key=os.environ.get("VEDETTE_API_KEY"))
    try:
        if arguments[1] == "verify":
            print(json.dumps(vedette.verify_receipt(*arguments[2:4])))
            return 0
        parameters = {}
        for word in arguments[2:]:
            name, _, value = word.partition("=")
            parameters.setdefault(name, []).append(value)
        body, headers = vedette.read(arguments[1], **parameters)
        answer = json.loads(body)
        if not isinstance(answer, list):
            print(json.dumps(answer))
            return 0
        following = vedette._next(headers.get("Link"))
        for row in answer:
            print(json.dumps(row))
        for row in vedette.rows(following) if following else ():
            print(json.dumps(row))
    except (Problem, NotProven, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
