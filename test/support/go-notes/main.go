// Another implementation of signed notes, cosignatures and trees of tiles, to compare ours with: JSON on standard input,
// JSON on standard output.
//
//	{"do": "verify", "note": …, "log": vkey, "witness": vkey}  →  {"time": Unix seconds} or {"error": …}
//	{"do": "cosign", "note": …, "log": vkey, "key": private key}  →  {"note": …, "vkey": …}
//	{"do": "prove", "policy": …, "proof": …, "data": of the record}  →  {"proven": true} or {"error": …}
//	{"do": "tiles", "url": of the log, "log": vkey, "size", "root": of an older head}  →  {"size": of the head, "tiles": read}
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"filippo.io/torchwood"
	fnote "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type request struct {
	Do, Note, Log, Witness, Key, URL, Root, Policy, Proof, Data string
	Size                                                        int64
}

func get(url string) ([]byte, error) {
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		return nil, fmt.Errorf("%s: %s", url, answer.Status)
	}
	return io.ReadAll(answer.Body)
}

// Tiles at their addresses by C2SP tlog-tiles, which leaves out the height: it is 8.
type served struct {
	url  string
	read int
}

func (s *served) Height() int { return 8 }

func (s *served) SaveTiles([]tlog.Tile, [][]byte) {}

func (s *served) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	all := [][]byte{}
	for _, tile := range tiles {
		data, err := get(s.url + "/tile/" + strings.TrimPrefix(tile.Path(), "tile/8/"))
		if err != nil {
			return nil, err
		}
		s.read++
		all = append(all, data)
	}
	return all, nil
}

// That the tiles lead to the signed head, and that an older head is its beginning.
func tiles(r request, log note.Verifier) (map[string]any, error) {
	text, err := get(r.URL + "/checkpoint")
	if err != nil {
		return nil, err
	}
	opened, err := note.Open(text, note.VerifierList(log))
	if err != nil {
		return nil, err
	}
	lines := strings.Split(opened.Text, "\n")
	var head, old tlog.Tree
	if _, err := fmt.Sscan(lines[1], &head.N); err != nil {
		return nil, err
	}
	old.N = r.Size
	if head.Hash, err = tlog.ParseHash(lines[2]); err != nil {
		return nil, err
	}
	if old.Hash, err = tlog.ParseHash(r.Root); err != nil {
		return nil, err
	}
	from := &served{url: r.URL}
	reader := tlog.TileHashReader(head, from)
	proof, err := tlog.ProveTree(head.N, old.N, reader)
	if err != nil {
		return nil, err
	}
	if err := tlog.CheckTree(proof, head.N, head.Hash, old.N, old.Hash); err != nil {
		return nil, err
	}
	return map[string]any{"size": head.N, "tiles": from.read}, nil
}

func answer(r request) (map[string]any, error) {
	if r.Do == "prove" {
		policy, err := torchwood.ParsePolicy([]byte(r.Policy))
		if err != nil {
			return nil, err
		}
		err = torchwood.VerifyProof(policy, tlog.RecordHash([]byte(r.Data)), []byte(r.Proof))
		return map[string]any{"proven": err == nil}, err
	}
	log, err := note.NewVerifier(r.Log)
	if err != nil {
		return nil, err
	}
	if r.Do == "tiles" {
		return tiles(r, log)
	}
	if r.Do == "cosign" {
		signer, err := fnote.NewSignerForCosignatureV1(r.Key)
		if err != nil {
			return nil, err
		}
		opened, err := note.Open([]byte(r.Note), note.VerifierList(log))
		if err != nil {
			return nil, err
		}
		signed, err := note.Sign(opened, signer)
		return map[string]any{"note": string(signed)}, err
	}
	witness, err := fnote.NewVerifierForCosignatureV1(r.Witness)
	if err != nil {
		return nil, err
	}
	opened, err := note.Open([]byte(r.Note), note.VerifierList(log, witness))
	if err != nil {
		return nil, err
	}
	for _, signature := range opened.Sigs {
		if signature.Name == witness.Name() && signature.Hash == witness.KeyHash() {
			at, err := fnote.CoSigV1Timestamp(signature)
			return map[string]any{"time": at.Unix()}, err
		}
	}
	return map[string]any{"time": nil}, nil
}

func main() {
	var requests []request
	if err := json.NewDecoder(os.Stdin).Decode(&requests); err != nil {
		panic(err)
	}
	answers := []map[string]any{}
	for _, r := range requests {
		a, err := answer(r)
		if err != nil {
			a = map[string]any{"error": err.Error()}
		}
		answers = append(answers, a)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
