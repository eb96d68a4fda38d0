# Reads the tiles of the log at B: whether it begins with the head in the file `checkpoint`, and leads to the signed one.
import base64, functools, hashlib, os, urllib.request
url = os.environ["B"] + "/api/registry/"
get = functools.lru_cache(None)(lambda path: urllib.request.urlopen(url + path).read())
head = lambda note: (int(note.split("\n")[1]), base64.b64decode(note.split("\n")[2]))
sha = lambda b: hashlib.sha256(b).digest()
(then, root_then), (now, root_now) = head(open("checkpoint").read()), head(get("checkpoint").decode())
def node(first, count):  # hash of a complete subtree, from the tile that holds it
    level = (count.bit_length() - 1) // 8
    first, count = first >> 8 * level, count >> 8 * level
    tile, width = first // 256, min(256, (now >> 8 * level) - first // 256 * 256)
    name = "%03d" % (tile % 1000) if tile < 1000 else "x%03d/%03d" % (tile // 1000, tile % 1000)
    data = get("tile/%d/%s" % (level, name + ("" if width == 256 else ".p/%d" % width)))
    hashes = [data[32 * at:32 * at + 32] for at in range(first % 256, first % 256 + count)]
    while len(hashes) > 1: hashes = [sha(b"\1" + a + b) for a, b in zip(hashes[::2], hashes[1::2])]
    return hashes[0]
def tree(first, end):  # no subtree stands across the old end, so that both roots are made of the same hashes
    if (end - first) & (end - first - 1) == 0 and (end <= then or first >= then): return node(first, end - first)
    middle = first + (1 << (end - first - 1).bit_length() - 1)
    return sha(b"\1" + tree(first, middle) + tree(middle, end))
assert tree(0, now) == root_now, "the tiles are not those of the signed head"
assert tree(0, then) == root_then, "the log was rewritten"
print("the", then, "records of then are the first of", now)
