"""Plays changes of public files against tools/verify.py without a server: `changed-files.py VERIFY_PY`.

Each line of the input is {"files": {path: base64}, "changes": [{"name", "path", "body": base64 or null}], "vkey", "as_of", "args"};
a change may have "receipt" or "case", the text of a saved one, in place of path and body. One JSON line for each change is
written: {"change", "fate", "said"}.
"""
import base64
import contextlib
import functools
import importlib.util
import io
import json
import sys
import tempfile

spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
# Most signatures are the same in all changes.
verify.openssl_output = functools.lru_cache(maxsize=None)(verify.openssl_output)


class Kept(verify.Deployment):
    files = {}

    def get(self, path):
        self.requests, self.link = self.requests + 1, ""
        body = self.files.get(path)
        if body is None:
            raise verify.Missing(f"{path}: is not there (HTTP 404)")
        return body


verify.Deployment = Kept


def bytes_of(body):
    return None if body is None else base64.b64decode(body)


for line in sys.stdin:
    played = json.loads(line)
    files = {path: bytes_of(body) for path, body in played["files"].items()}
    for change in played["changes"]:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json") as saved:
            alone = next((kind for kind in ("receipt", "case") if kind in change), None)
            if alone:
                saved.write(change[alone])
                saved.flush()
                sys.argv = ["verify.py", f"--{alone}", saved.name, "--vkey", played["vkey"], *played["args"]]
            else:
                Kept.files = {**files, change["path"]: bytes_of(change["body"])} if "path" in change else files
                sys.argv = ["verify.py", "http://log.test", "--vkey", played["vkey"], "--as-of", played["as_of"], *played["args"]]
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                code = verify.main()
        print(json.dumps({"change": change["name"], "fate": {0: "missed", 1: "caught"}.get(code, "unread"), "said": said.getvalue().strip()}), flush=True)
