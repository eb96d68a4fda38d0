// Another implementation of signed notes and cosignatures, to compare ours with: JSON on standard input, JSON on
// standard output.
//
//	{"do": "verify", "note": …, "log": vkey, "witness": vkey}  →  {"time": Unix seconds} or {"error": …}
//	{"do": "cosign", "note": …, "log": vkey, "key": private key}  →  {"note": …, "vkey": …}
package main

import (
	"encoding/json"
	"os"

	fnote "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"
)

type request struct {
	Do, Note, Log, Witness, Key string
}

func answer(r request) (map[string]any, error) {
	log, err := note.NewVerifier(r.Log)
	if err != nil {
		return nil, err
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
