package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/install"
	"github.com/margay/margay/protocol"
)

// The figures of this file are what the browser itself costs: the same frames
// between the same page, the same worker and a host that does nothing, without
// a line of the product. What is over a goal here cannot be had by any host.

// bareName is the native-messaging name of the bare host.
const bareName = "com.margay.bare"

// bareVar makes this program the bare host of the browser that starts it.
const bareVar = "MARGAY_BENCH_BARE"

// fillWord asks the bare host for the frames of a long message. It stands in a
// short frame.
var fillWord = []byte(`"fill"`)

// bareHost does the least that a host can do with long messages: it sends
// short frames back, drops long ones, and makes long ones where it is asked.
func bareHost(stdin io.Reader, stdout io.Writer) {
	in, out := protocol.NewReader(stdin), protocol.NewWriter(stdout)
	message := bytes.Repeat([]byte("x"), longBytes)
	for {
		frame, err := in.Next()
		if err != nil {
			return
		}
		if len(frame) > protocol.ChunkBytes/2 {
			in.Reuse(frame)
			continue
		}
		if bytes.Contains(frame, fillWord) {
			for n := range protocol.Pieces(len(message)) {
				if out.WriteFrame(protocol.AppendPiece(nil, message, 1, n, "")) != nil {
					return
				}
			}
		}
		if out.WriteFrame(frame) != nil {
			return
		}
	}
}

// bareTask is what the page sends again and again, before it waits for an echo.
type bareTask struct {
	// Frames are long frames that the page sends.
	Frames int `json:"frames"`
	// Data is what each carries.
	Data string `json:"data"`
	// Fill, where set, asks the host for as many.
	Fill bool `json:"fill,omitempty"`
}

func bareLongCall(ctx context.Context, b *bench, f figure) error {
	data := strings.Repeat("x", protocol.ChunkBytes/3*4)
	return b.bare(ctx, f, "barecall", bareTask{Frames: protocol.Pieces(longBytes), Data: data})
}

func bareLongReply(ctx context.Context, b *bench, f figure) error {
	return b.bare(ctx, f, "barereply", bareTask{Fill: true})
}

func (b *bench) bare(ctx context.Context, f figure, name string, task bareTask) (err error) {
	dir := filepath.Join(b.dir, name)
	starting, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	r, err := rig.Start(starting, rig.Options{Margay: b.margay, Dir: dir, Env: []string{bareVar + "=1"}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := registerBare(r.Profile); err != nil {
		return err
	}
	page, worker, err := wired(starting, r)
	if err != nil {
		return err
	}
	if err := ask(ctx, page, "beginBare", task, nil); err != nil {
		return err
	}
	return b.besideLong(ctx, f, page, worker, "measureBare", "a host that does nothing, no code of ours")
}

// registerBare registers this program as a host with a profile.
func registerBare(profile string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	manifest, err := install.Manifest(bareName, "bare host of the bench", self, []string{rig.Origin})
	if err != nil {
		return err
	}
	return install.Write(install.UserDataDirManifest(profile, bareName), manifest)
}
