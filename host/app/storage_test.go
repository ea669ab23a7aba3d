package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// What is attached is counted among the files, where the store has put it, and
// logs are counted with earlier ones.
func TestStorage_measures_what_lies_there(t *testing.T) {
	t.Parallel()
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	var heard traffic
	l := serve(t, dirs, zerolog.Nop(), &heard)
	measured := func() map[client.StorageKind]client.StoragePart {
		all := map[client.StorageKind]client.StoragePart{}
		for _, part := range ask(t, l, &heard, client.DaemonStorage, protocol.Empty{}).Parts {
			all[part.Kind] = part
		}
		return all
	}
	before := measured()
	ask(t, l, &heard, client.BlobWrite, client.WriteBlob{Name: "notes.txt", Data: []byte("The ocelot sleeps at noon.")})
	if err := os.MkdirAll(dirs.LogDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"margay.log", "margay.log.1"} {
		if err := os.WriteFile(filepath.Join(dirs.LogDir(), name), []byte(strings.Repeat("x", 500)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	after := measured()
	if db := after[client.StorageDatabase]; db.Path != dirs.Database() || db.Files != 1 || db.Bytes == 0 {
		t.Errorf("the database is %+v", db)
	}
	if was, is := before[client.StorageFiles], after[client.StorageFiles]; is.Files != was.Files+1 || is.Bytes <= was.Bytes {
		t.Errorf("the files were %+v and with another one are %+v", was, is)
	}
	if log := after[client.StorageLog]; log.Files != 2 || log.Bytes != 1000 || log.Path != dirs.LogDir() {
		t.Errorf("the logs are %+v", log)
	}
}
