package app_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// TestAttachments_beyond_the_memory of their reader are to be made smaller: an image of
// so many pixels is allowed, and it need not be damaged.
func TestAttachments_beyond_the_memory(t *testing.T) {
	t.Setenv("MARGAY_KEYRING", "off")
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA64(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	const head, sum, side = 12, 29, 15_800 // where IHDR begins and ends
	data := b.Bytes()
	binary.BigEndian.PutUint32(data[head+4:], side)
	binary.BigEndian.PutUint32(data[head+8:], side)
	binary.BigEndian.PutUint32(data[sum:], crc32.ChecksumIEEE(data[head:sum]))
	var heard traffic
	l := serve(t, dirs, zerolog.Nop(), &heard)
	_, err := rpc.Call(t.Context(), l, client.BlobWrite, client.WriteBlob{Name: "a.png", Data: data})
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != protocol.ReasonTooLarge || !strings.Contains(f.Message, "too much memory") || !strings.Contains(f.Data.Next, "smaller") {
		t.Errorf("%+v", err)
	}
}
