//go:build linux

package doctor_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/protocol/client"
)

// setup is a set-up that is broken for real.
type setup struct {
	name string
	// broken breaks it.
	broken func(w *world)
	// id is the check that finds it, with this state (failed where it is empty)
	// and these words in its cause.
	id    string
	state client.CheckState
	cause string
	// alone says that nothing else may fail: what stands on this link is skipped and
	// has no cause of its own.
	alone bool
	// mend does what the next step says in words; where it is nil, the command
	// is run as it stands. next are words of the step that is told.
	mend func(w *world, told client.Check)
	next string
	// gone says that the check is not there once all is well.
	gone bool
}

// setups are the broken set-ups, in the order of the chain.
func setups() []setup {
	return []setup{
		{name: "not_installed", broken: func(w *world) { w.remove(w.dirs.Data) }, id: "data", cause: "is not there"},
		{name: "data_is_a_file", broken: func(w *world) {
			w.remove(w.dirs.Data)
			w.write(w.dirs.Data, "x")
		}, id: "data", cause: "is no folder", mend: asideAndInstall, next: "then install again"},
		{name: "data_not_writable", alone: true, broken: notWritable, id: "data", cause: "permission denied"},
		{name: "disk_full", broken: smallDisk, id: "data", cause: "is full", next: "Make space", mend: func(w *world, _ client.Check) { w.before = nil }},
		{name: "no_more_inodes", broken: func(w *world) {
			w.inNamespace(`mount -t tmpfs -o nr_inodes=1,mode=700 margay-test "$MARGAY_DATA" && exec "$@"`)
		}, id: "data", cause: "inodes are used", next: "df -i", mend: func(w *world, _ client.Check) { w.before = nil }},
		{name: "few_open_files", broken: func(w *world) { w.before = []string{"/bin/sh", "-c", `ulimit -n 12; exec "$@"`, "sh"} }, id: "data", alone: true, cause: "12 files only", next: "limits.conf", mend: func(w *world, told client.Check) {
			w.try(told.Command)
			w.before = nil
		}},
		{name: "files_for_no_browser", broken: func(w *world) { w.before = []string{"/bin/sh", "-c", `ulimit -n 128; exec "$@"`, "sh"} }, id: "data", state: client.CheckWarning, cause: "128 files only", next: "limits.conf", mend: func(w *world, told client.Check) {
			w.try(told.Command)
			w.before = nil
		}},
		{name: "data_is_a_link_to_nowhere", broken: func(w *world) {
			w.remove(w.dirs.Data)
			w.link("/nowhere/margay", w.dirs.Data)
		}, id: "data", cause: "is a link to /nowhere/margay", mend: asideAndInstall, next: "a disk that is away"},
		{name: "data_below_a_link_to_nowhere", broken: func(w *world) {
			w.link("/nowhere/share", filepath.Join(w.home, "share"))
			w.dirs.Data = filepath.Join(w.home, "share", "margay")
		}, id: "data", cause: "share is a link to /nowhere/share", mend: asideAndInstall, next: "a disk that is away"},
		{name: "data_below_a_file", broken: func(w *world) {
			w.write(filepath.Join(w.home, "share"), "x")
			w.dirs.Data = filepath.Join(w.home, "share", "margay")
		}, id: "data", cause: "share is no folder", mend: asideAndInstall, next: "then install again"},
		{name: "data_behind_a_closed_folder", broken: func(w *world) {
			w.doctor()
			w.unprivileged()
			w.chmod(filepath.Dir(w.dirs.Data), 0)
			w.t.Cleanup(func() { _ = os.Chmod(filepath.Dir(w.dirs.Data), 0o700) })
		}, id: "data", cause: "cannot be looked at", next: "above it", mend: func(w *world, _ client.Check) { w.chmod(filepath.Dir(w.dirs.Data), 0o700) }},
		{name: "data_behind_a_link_into_a_closed_folder", broken: func(w *world) {
			disk := filepath.Join(w.home, "disk")
			w.mkdir(disk)
			if err := os.Rename(w.dirs.Data, filepath.Join(disk, "data")); err != nil {
				w.t.Fatal(err)
			}
			w.link(filepath.Join(disk, "data"), w.dirs.Data)
			w.close(disk, 0)
		}, id: "data", cause: "cannot be looked at", next: "though it is yours"},
		{name: "log_folder_not_writable", alone: true, broken: closed("log", 0o500), id: "data", cause: "log may not be read and written"},
		{name: "log_not_writable", alone: true, broken: closed("log/margay.log", 0o400), id: "data", cause: "margay.log may not be read and written"},
		{name: "store_not_writable", alone: true, broken: closed("margay.db", 0o400), id: "data", cause: "margay.db may not be read and written"},
		{name: "store_is_a_link_to_nowhere", alone: true, broken: func(w *world) { w.link("/nowhere/margay.db", w.database()) }, id: "data", cause: "is a link to /nowhere/margay.db", next: "a disk that is away"},
		{name: "blobs_of_another_user", alone: true, broken: func(w *world) {
			w.put(filepath.Join(w.dirs.Data, "blobs", "ab", "cdef"), "x", 0o600)
			another("blobs/ab/cdef")(w)
		}, id: "data", cause: "cdef belongs to another user (number 4711)", next: "without sudo", mend: withoutSudo},
		{name: "log_is_a_file", alone: true, broken: instead("log", false), id: "data", cause: "is no folder", next: "Put it aside"},
		{name: "blobs_are_a_file", alone: true, broken: instead("blobs", false), id: "data", cause: "is no folder", next: "Put it aside"},
		{name: "children_are_a_file", alone: true, broken: instead("children", false), id: "data", cause: "is no folder", next: "Put it aside"},
		{name: "bin_is_a_file", alone: true, broken: instead("bin", false), id: "data", cause: "is no folder", next: "Put it aside, then install again", mend: asideAndInstall},
		{name: "extension_is_a_file", alone: true, broken: instead("extension", false), id: "data", cause: "is no folder", next: "Put it aside, then install again", mend: asideAndInstall},
		{name: "record_no_json", broken: func(w *world) { w.write(filepath.Join(w.dirs.Data, "installed.json"), "{") }, id: "manifest.none", cause: "is damaged", mend: func(w *world, told client.Check) {
			w.sh(told.Command)
			if k := find(w.t, w.doctor(), "manifest.chromium"); k.State != client.CheckOK {
				w.t.Errorf("after the mending: %+v", k)
			}
		}, gone: true},
		{name: "socket_is_a_folder", alone: true, broken: func(w *world) { w.mkdir(filepath.Join(w.dirs.Data, "s", "deeper")) }, id: "data", cause: "is a folder", next: "Put it aside"},
		{name: "lock_of_another_user", alone: true, broken: another("daemon.lock"), id: "data", cause: "daemon.lock belongs to another user (number 4711)", next: "without sudo", mend: withoutSudo},
		{name: "store_of_another_user", alone: true, broken: another("margay.db"), id: "data", cause: "margay.db belongs to another user", next: "without sudo", mend: withoutSudo},
		{name: "lock_is_a_folder", alone: true, broken: instead("daemon.lock", true), id: "data", cause: "is a folder", next: "Put it aside"},
		{name: "keys_are_a_folder", alone: true, broken: instead("keys", true), id: "data", cause: "is a folder", next: "Put it aside"},
		{name: "settings_no_json", broken: func(w *world) { w.write(w.dirs.Settings(), "{") }, id: "settings", state: client.CheckWarning, cause: "settings.json"},
		{name: "settings_unknown_member", broken: func(w *world) { w.write(w.dirs.Settings(), `{"lingre":"1m"}`) }, id: "settings", state: client.CheckWarning, cause: "lingre"},
		{
			name: "settings_variable", broken: func(w *world) { w.env = []string{"MARGAY_LOG=loud"} }, id: "settings", state: client.CheckWarning, cause: "loud",
			next: "MARGAY_LOG", mend: func(w *world, _ client.Check) { w.env = nil },
		},
		{name: "settings_of_another_user", broken: func(w *world) {
			w.write(w.dirs.Settings(), "{}")
			w.unprivileged()
			another("settings.json")(w)
		}, id: "settings", state: client.CheckWarning, cause: "may not be read", next: "belongs to another user (number 4711)", mend: withoutSudo},
		{name: "record_lost", broken: func(w *world) { w.remove(filepath.Join(w.dirs.Data, "installed.json")) }, id: "program", state: client.CheckWarning, cause: "installed.json) is not there", next: "--user-data-dir"},
		{name: "settings_variable_of_time", broken: func(w *world) { w.env = []string{"MARGAY_LINGER=soon"} }, id: "settings", state: client.CheckWarning, cause: "The variable MARGAY_LINGER", next: "Correct MARGAY_LINGER,", mend: func(w *world, _ client.Check) { w.env = nil }},
		{name: "program_missing", alone: true, broken: func(w *world) { w.remove(w.dirs.Bin()) }, id: "program", cause: "is not there"},
		{name: "program_not_executable", broken: func(w *world) {
			copyFile(w.t, w.exe, w.dirs.Bin()) // else the mode of the test binary would change
			w.chmod(w.dirs.Bin(), 0o600)
		}, id: "program", cause: "may not be executed"},
		{
			name: "program_on_a_disk_without_programs", alone: true, broken: noPrograms, id: "program", cause: "forbids programs (noexec)",
			next: "on another disk", mend: func(w *world, _ client.Check) { w.before = nil },
		},
		{name: "program_is_another", alone: true, broken: func(w *world) { w.script(w.dirs.Bin(), "echo hello") }, id: "program", cause: "does not say its version"},
		{name: "program_older", broken: func(w *world) {
			w.script(w.dirs.Bin(), `echo '{"product":"margay","version":"0.0.1","build":"old"}'`)
		}, id: "program", state: client.CheckWarning, cause: "version 0.0.1"},
		{name: "program_newer", broken: func(w *world) {
			w.script(w.dirs.Bin(), `echo '{"product":"margay","version":"9.0.0","build":"new"}'`)
		}, id: "program", state: client.CheckWarning, cause: "version 9.0.0", next: "Use that one: ", mend: func(w *world, _ client.Check) { w.env = []string{versionVar + "=9.0.0"} }},
		{
			name: "daemon_newer", broken: func(w *world) { w.serve(versionVar + "=9.0.0") }, id: "daemon", state: client.CheckWarning, cause: "older than the daemon",
			next: "Use the newer program: ", mend: func(w *world, _ client.Check) { w.env = []string{versionVar + "=9.0.0"} },
		},
		{name: "daemon_of_another_build", broken: func(w *world) { w.serve(buildVar + "=other") }, id: "daemon", state: client.CheckWarning, cause: "another build (other)"},
		{name: "daemon_older", alone: true, broken: func(w *world) { w.serve(versionVar + "=0.0.9") }, id: "daemon", cause: "older version 0.0.9"},
		{name: "daemon_killed", broken: func(w *world) {
			d := w.serve()
			_ = d.Process.Kill()
			_ = d.Wait()
			if _, err := net.Dial("unix", w.dirs.Data+"/s"); err == nil { //nolint:noctx // it is refused
				w.t.Fatal("the socket answers")
			}
		}, id: "daemon", state: client.CheckWarning, cause: "was killed, it crashed, or its folder was moved", next: "Nothing needs to be done", mend: func(*world, client.Check) {}},
		{name: "daemon_stuck", broken: func(w *world) {
			d := w.serve()
			w.signal(d, syscall.SIGSTOP)
		}, id: "daemon", cause: "was stopped (by SIGSTOP", next: "kill -CONT", mend: endIt},
		{name: "daemon_stuck_without_socket", broken: func(w *world) {
			d := w.serve()
			w.signal(d, syscall.SIGSTOP)
			w.remove(filepath.Join(w.dirs.Data, "s"))
		}, id: "daemon", cause: "was stopped (by SIGSTOP", mend: endIt},
		{name: "daemon_stuck_without_its_record", broken: func(w *world) {
			d := w.serve()
			w.signal(d, syscall.SIGSTOP)
			w.write(w.dirs.Beacon(), "{")
			w.write(w.dirs.Lock()+".tmp", "")                                         // the lock's own file stays
			if err := os.WriteFile(w.dirs.Lock(), []byte("1\n"), 0o600); err != nil { // an innocent one
				w.t.Fatal(err)
			}
		}, id: "daemon", cause: "was stopped (by SIGSTOP", mend: endIt},
		{name: "daemon_silent_beside_the_record_of_a_dead_one", broken: func(w *world) {
			w.doctor()
			l, err := net.Listen("unix", filepath.Join(w.dirs.Data, "s")) //nolint:noctx // it is closed at the latest with the test
			if err != nil {
				w.t.Fatal(err)
			}
			w.t.Cleanup(func() { _ = l.Close() })
			err = w.dirs.WriteBeacon(config.Beacon{Pid: os.Getpid(), StartedAt: time.Now(), Socket: l.Addr().String()}) // an innocent one
			if err != nil {
				w.t.Fatal(err)
			}
		}, id: "daemon", cause: "The daemon takes links and does not answer within 5s", mend: func(w *world, told client.Check) {
			if strings.Contains(told.Command, "kill") {
				w.t.Errorf("the command is %q", told.Command)
			}
			w.remove(filepath.Join(w.dirs.Data, "s"))
			w.doctor() // the one that is told of the record
		}},
		{name: "store_locked", alone: true, broken: holdStore, id: "store", cause: "in use by process"},
		{
			name: "store_newer", broken: func(w *world) { w.schema(`{"v":1,"d":{"version":99,"program":"7.2.0"}}`) }, id: "store", cause: "7.2.0",
			next: "Start the newer margay", mend: func(w *world, _ client.Check) { w.remove(w.database()) },
		},
		{name: "store_damaged", broken: noise, id: "store", cause: "is damaged", next: "goes on with an empty store", mend: func(w *world, _ client.Check) { dismiss(w) }},
		{
			name: "store_lost", broken: func(w *world) {
				noise(w)
				w.doctor() // the one that is told of the fault
			}, id: "store", state: client.CheckWarning, cause: "put aside as /", next: "dismiss the notice in the side panel",
			mend: func(w *world, _ client.Check) { dismiss(w) },
		},
		{name: "store_is_a_folder", alone: true, broken: func(w *world) { w.mkdir(w.database()) }, id: "data", cause: "margay.db is a folder", next: "Put it aside"},
		{name: "manifest_missing", broken: func(w *world) { w.remove(w.manifest()) }, id: "manifest.chromium", cause: "not registered with Chromium"},
		{name: "manifest_missing_beside_another", broken: func(w *world) { named(w); w.remove(w.manifest()) }, id: "manifest.chromium", cause: "not registered with Chromium"},
		{name: "manifest_of_a_named_browser_missing", broken: func(w *world) { w.remove(filepath.Join(named(w), "NativeMessagingHosts")) }, id: "manifest.custom", cause: "not registered with Browser in", mend: func(w *world, told client.Check) {
			if !strings.Contains(told.Command, " --user-data-dir ") {
				w.t.Errorf("the command is %q", told.Command)
			}
			w.sh(told.Command)
		}},
		{name: "manifest_of_a_named_browser_missing_and_installed_again", broken: func(w *world) { w.remove(filepath.Join(named(w), "NativeMessagingHosts")) }, id: "manifest.custom", cause: "not registered", mend: installAgain},
		{name: "manifest_of_a_named_browser_for_another_extension", broken: func(w *world) {
			at := filepath.Join(named(w), "NativeMessagingHosts", extension.HostName+".json")
			text, err := os.ReadFile(at)
			if err != nil {
				w.t.Fatal(err)
			}
			w.write(at, strings.ReplaceAll(string(text), origin, clitest.Origin))
		}, id: "manifest.custom", cause: "abcdefghijklmnop", mend: installAgain},
		{name: "manifest_folder_not_writable", broken: func(w *world) { w.remove(w.manifest()); w.close(filepath.Dir(w.manifest()), 0o500) }, id: "manifest.chromium", cause: "not registered", next: "though it is yours", mend: openAndInstall},
		{name: "manifest_folder_closed", broken: func(w *world) { w.close(filepath.Dir(w.manifest()), 0) }, id: "manifest.chromium", cause: "does not start Margay", next: "though it is yours"},
		{name: "manifest_folder_of_another_user", broken: func(w *world) {
			folder := filepath.Dir(w.manifest())
			w.remove(w.manifest())
			w.unprivileged()
			w.chmod(folder, 0o755)
			if err := os.Chown(folder, 4711, 4711); err != nil {
				browsertest.Missing(w.t, "only an administrator can give a folder away: "+err.Error())
			}
		}, id: "manifest.chromium", cause: "not registered", next: "belongs to another user (number 4711)", mend: func(w *world, told client.Check) {
			withoutSudo(w, told)
			w.sh(find(w.t, w.doctor(), "manifest.chromium").Command)
		}},
		{name: "manifest_not_readable", broken: func(w *world) { w.close(w.manifest(), 0) }, id: "manifest.chromium", cause: "does not start Margay", next: "though it is yours"},
		{name: "browsers_behind_a_closed_folder", broken: func(w *world) { w.close(filepath.Join(w.home, ".config"), 0) }, id: "manifest.chromium", cause: "does not start Margay", next: "though it is yours"},
		{name: "manifest_folder_is_a_file", broken: func(w *world) {
			folder := filepath.Dir(w.manifest())
			w.remove(folder)
			w.write(folder, "x")
		}, id: "manifest.chromium", cause: "is no folder, so Margay cannot be registered", next: "Put it aside, then install again", mend: asideAndInstall},
		{name: "manifest_is_a_folder", broken: func(w *world) {
			w.remove(w.manifest())
			w.mkdir(w.manifest())
		}, id: "manifest.chromium", cause: "a folder stands in the manifest's place", next: "Put it aside, then install again", mend: asideAndInstall},
		{name: "manifest_without_final_slash", broken: func(w *world) { w.edit(origin, strings.TrimSuffix(origin, "/")) }, id: "manifest.chromium", cause: "lacks the final slash"},
		{name: "manifest_relative_path", broken: func(w *world) { w.edit(w.dirs.Bin(), "./margay") }, id: "manifest.chromium", cause: "must be absolute"},
		{name: "manifest_no_json", broken: func(w *world) { w.write(w.manifest(), "{") }, id: "manifest.chromium", cause: "no JSON object"},
		{name: "manifest_stale_path", alone: true, broken: func(w *world) { w.edit(w.dirs.Bin(), "/nowhere/bin/margay") }, id: "manifest.chromium", cause: "/nowhere/bin/margay is not there"},
		{name: "manifest_program_not_executable", broken: func(w *world) {
			other := filepath.Join(w.home, "bin", "margay")
			w.mkdir(filepath.Dir(other))
			copyFile(w.t, w.exe, other)
			w.chmod(other, 0o600)
			w.edit(w.dirs.Bin(), other)
			w.ends(filepath.Join(w.home, ".local", "share", "margay")) // it lies in no data directory
		}, id: "manifest.chromium", cause: "may not be executed"},
		{name: "manifest_wrong_origin", broken: func(w *world) { w.edit(origin, clitest.Origin) }, id: "manifest.chromium", cause: "abcdefghijklmnop"},
		{name: "manifest_of_another_product", broken: func(w *world) { w.edit(w.dirs.Bin(), "/opt/other/bin/host") }, id: "manifest.chromium", cause: "another product"},
		{name: "start_works_with_other_data", broken: otherData, id: "start.chromium", cause: "another data directory"},
		{name: "start_prints_text", alone: true, broken: func(w *world) { w.starts("echo hello, world; sleep 5") }, id: "start.chromium", cause: "something else than frames"},
		{name: "start_ends_at_once", broken: func(w *world) { w.starts("echo no such library >&2; exit 3") }, id: "start.chromium", cause: "no such library"},
		{name: "start_is_no_program", broken: func(w *world) { w.starts(""); w.put(filepath.Join(w.home, "bin", "margay"), "\x7fELF", 0o700) }, id: "start.chromium", cause: "cannot start"},
		{
			name: "extension_not_connected", broken: func(*world) {}, id: "extension", cause: "No browser with the extension", next: "Start the browser",
			mend: func(w *world, _ client.Check) { newBrowser(w) },
		},
		{name: "extension_in_a_browser_that_is_not_registered", broken: func(w *world) { stranger(w) }, id: "extension", cause: "with which Margay is not registered", mend: func(w *world, told client.Check) {
			w.sh(told.Command)
			if k := find(w.t, w.doctor(), "extension"); strings.Contains(k.Cause, "not registered") || find(w.t, w.doctor(), "manifest.custom").State != client.CheckOK {
				w.t.Errorf("once it is registered: %+v", k)
			}
			newBrowser(w)
		}, next: "load the extension there"},
		{name: "extension_not_unpacked", broken: func(w *world) { w.remove(w.dirs.Extension()) }, id: "extension", cause: "not unpacked", mend: func(w *world, told client.Check) {
			w.sh(told.Command)
			newBrowser(w)
		}},
		{
			name: "extension_switched_off", broken: func(w *world) {
				w.serve() // it knows which browsers came
				if err := newBrowser(w).Close(); err != nil {
					w.t.Fatal(err)
				}
			}, id: "extension", cause: "was connected and has gone", next: "open chrome://extensions and switch Margay on",
			mend: func(w *world, _ client.Check) { newBrowser(w) },
		},
		{name: "extension_unpacked_in_part", broken: func(w *world) {
			newBrowser(w)
			w.remove(filepath.Join(w.dirs.Extension(), "worker.js"))
		}, id: "extension", cause: "worker.js is missing", next: "round arrow"},
		{name: "extension_with_other_bytes", broken: func(w *world) {
			newBrowser(w)
			at := filepath.Join(w.dirs.Extension(), "worker.js")
			text, err := os.ReadFile(at)
			if err != nil {
				w.t.Fatal(err)
			}
			text[len(text)/2] ^= 1
			w.write(at, string(text))
		}, id: "extension", cause: "worker.js is missing, cut or changed", next: "round arrow"},
		{name: "extension_of_another_build", broken: func(w *world) {
			newBrowser(w)
			w.write(filepath.Join(w.dirs.Extension(), extension.BuildFile), "0123456789abcdef\n")
		}, id: "extension", state: client.CheckWarning, cause: "another build", next: "Reload it", mend: func(w *world, _ client.Check) {
			w.write(filepath.Join(w.dirs.Extension(), extension.BuildFile), extensionBuild(w.t))
		}},
		{name: "extension_of_another_version", broken: func(w *world) {
			newBrowser(w)
			w.write(filepath.Join(w.dirs.Extension(), "manifest.json"), `{"version":"7.2.0"}`)
		}, id: "extension", state: client.CheckWarning, cause: "7.2.0", next: "Reload it", mend: func(w *world, _ client.Check) {
			w.write(filepath.Join(w.dirs.Extension(), "manifest.json"), `{"version":"`+extensionVersion+`"}`)
		}},
		{
			name: "model_without_key", broken: func(w *world) { w.env = []string{"MARGAY_MODEL=openai:gpt-5-mini"} }, id: "model", cause: "needs an API key",
			next: "OPENAI_API_KEY", mend: func(w *world, _ client.Check) { w.env = modelAt(modelServer(w.t)) },
		},
		{name: "model_key_open_to_others", broken: func(w *world) {
			saveModel(w)
			w.chmod(w.dirs.Keys(), 0o644)
		}, id: "model", cause: "others can read", next: "choose another model", mend: func(w *world, _ client.Check) { w.chmod(w.dirs.Keys(), 0o600) }},
		{name: "model_key_gone", broken: func(w *world) {
			saveModel(w)
			w.remove(w.dirs.Keys())
		}, id: "model", cause: "save it again", mend: func(w *world, _ client.Check) { saveModel(w) }},
		{
			name: "model_unknown", broken: func(w *world) { w.env = []string{"MARGAY_MODEL=acme:x"} }, id: "model", cause: "acme:x", next: "provider:model",
			mend: func(w *world, _ client.Check) { w.env = []string{"MARGAY_MODEL=offline"} },
		},
		{
			name: "model_server_away", broken: func(w *world) { w.env = modelAt("http://" + freePort(w.t)) }, id: "model", cause: "refused", next: "address",
			mend: func(w *world, _ client.Check) { w.env = modelAt(modelServer(w.t)) },
		},
		{
			name: "model_server_refuses", broken: func(w *world) { w.env = modelAt(refusingServer(w.t)) }, id: "model", cause: "401", next: "key",
			mend: func(w *world, _ client.Check) { w.env = modelAt(modelServer(w.t)) },
		},
		{
			name: "model_elsewhere_is_away", broken: func(w *world) { w.env = modelAt(elsewhere("http://" + freePort(w.t))) }, id: "model", cause: "refused", next: "host and port",
			mend: func(w *world, _ client.Check) { w.env = modelAt(elsewhere(listServer(w.t, "scripted"))) },
		},
		{
			name: "model_elsewhere_refuses_the_key", broken: func(w *world) { w.env = modelAt(elsewhere(refusingServer(w.t))) }, id: "model", cause: "401", next: "key",
			mend: func(w *world, _ client.Check) { w.env = modelAt(elsewhere(listServer(w.t, "scripted"))) },
		},
		{
			name: "model_elsewhere_is_mistyped", broken: func(w *world) { w.env = modelAt(elsewhere(listServer(w.t, "scribbled"))) }, id: "model", state: client.CheckWarning, cause: "does not list a model of the name scripted", next: "options page",
			mend: func(w *world, _ client.Check) { w.env = modelAt(elsewhere(listServer(w.t, "scripted"))) },
		},
		{
			name: "model_elsewhere_speaks_plain", broken: func(w *world) { w.env = modelAt(elsewhere(strings.Replace(modelServer(w.t), "http:", "https:", 1))) }, id: "model", cause: "HTTP response to HTTPS client", next: "http://",
			mend: func(w *world, _ client.Check) { w.env = modelAt(elsewhere(listServer(w.t, "scripted"))) },
		},
		{name: "model_of_an_authority_that_the_daemon_does_not_know", broken: func(w *world) {
			w.serve("SSL_CERT_FILE=/nowhere/ca.pem")
			w.env = modelAt(secureServer(w))
		}, id: "model", cause: "x509", next: "The daemon was started with SSL_CERT_FILE=/nowhere/ca.pem, and trusts", mend: func(w *world, told client.Check) {
			w.sh(told.Command) // and who starts the next one names another
			w.env = append(w.env, "SSL_CERT_FILE="+filepath.Join(w.home, "ca.pem"))
		}},
		{name: "model_of_authorities_that_a_profile_replaces", broken: func(w *world) {
			w.env = append(modelAt(secureServer(w)), "SSL_CERT_FILE="+otherAuthority(w))
			w.serve()
		}, id: "model", cause: "x509", next: "other.pem is set here and was where the daemon was started", mend: func(w *world, told client.Check) {
			w.sh(told.Command)
			w.env = append(w.env, "SSL_CERT_FILE="+filepath.Join(w.home, "ca.pem"))
		}},
		{name: "keys_no_json", broken: func(w *world) { w.write(w.dirs.Keys(), "{") }, id: "keyring", cause: "cannot be read as a file of keys", next: "save the keys of your models again"},
		{name: "keys_are_a_link", broken: func(w *world) {
			w.put(filepath.Join(w.home, "elsewhere"), "{}", 0o644)
			w.link(filepath.Join(w.home, "elsewhere"), w.dirs.Keys())
		}, id: "keyring", cause: "is no plain file", next: "Put it aside with this command"},
		{name: "keys_open_to_others", broken: func(w *world) { saveModel(w); w.chmod(w.dirs.Keys(), 0o640) }, id: "keyring", cause: "others can read"},
		{
			name: "keyring_away", broken: func(w *world) { w.env = []string{busAt(w)} }, id: "keyring", state: client.CheckWarning, cause: "keyring cannot be used",
			next: "New keys are kept in", mend: func(w *world, _ client.Check) { w.env = nil },
		},
		{
			name: "keyring_silent", broken: func(w *world) {
				w.env = []string{busAt(w)}
				l, err := net.Listen("unix", filepath.Join(w.home, "bus")) //nolint:noctx // it is closed with the test
				if err != nil {
					w.t.Fatal(err)
				}
				w.t.Cleanup(func() { _ = l.Close() })
			}, id: "keyring", state: client.CheckWarning, cause: "did not answer within 3s", next: "Unlock it", mend: func(w *world, _ client.Check) { w.env = nil },
		},
		{name: "login_shell_fails", broken: func(w *world) {
			w.script(filepath.Join(w.home, "shell"), "exit 1")
			w.env = []string{"SHELL=" + filepath.Join(w.home, "shell")}
		}, id: "path", state: client.CheckWarning, cause: "does not tell its PATH", next: "shell -l", mend: func(w *world, _ client.Check) { w.env = nil }},
	}
}

// TestBroken breaks each set-up, is told why, once where it says so, follows what
// it is told and is told that all is well.
func TestBroken(t *testing.T) {
	t.Parallel()
	for _, s := range setups() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			s.broken(w)
			d := w.doctor()
			k := find(t, d, s.id)
			for _, other := range d.Checks {
				if s.alone && other.State == client.CheckFailed && other.ID != s.id {
					t.Errorf("%s has a cause of its own: %q", other.ID, other.Cause)
				}
			}
			if want := or(s.state, client.CheckFailed); k.State != want || !strings.Contains(k.Cause, s.cause) {
				t.Fatalf("%s: %s %q, want %s with %q", k.ID, k.State, k.Cause, want, s.cause)
			}
			if s.mend == nil && k.Command == "" || !strings.Contains(k.Next, s.next) {
				t.Fatalf("%s: command %q, next %q, want %q", k.ID, k.Command, k.Next, s.next)
			}
			if s.mend != nil {
				s.mend(w, k)
			} else {
				w.try(k.Command)
			}
			mended := w.doctor("--lang", "zh-CN")
			inChinese(t, mended)
			if s.gone {
				return
			}
			unasked := func(k client.Check) bool { // what would cost money is not tried, and that is said
				return k.ID == "model" && k.State == client.CheckSkipped && strings.Contains(k.Command, "doctor --model")
			}
			if k := find(t, mended, s.id); k.State != client.CheckOK && !unasked(k) {
				t.Errorf("after the mending: %+v", k)
			}
		})
	}
}

func or(s, otherwise client.CheckState) client.CheckState {
	if s == "" {
		return otherwise
	}
	return s
}

// try runs a command that is told. One that is a diagnosis itself may fail.
func (w *world) try(command string) {
	w.t.Helper()
	if out, err := w.command("/bin/sh", "-c", command).CombinedOutput(); err != nil && !strings.Contains(command, " doctor") {
		w.t.Fatalf("%s: %v: %s", command, err, out)
	}
}

func (w *world) remove(path string) {
	w.t.Helper()
	if err := os.RemoveAll(path); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) chmod(path string, mode os.FileMode) {
	w.t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) signal(cmd *exec.Cmd, s os.Signal) {
	w.t.Helper()
	if err := cmd.Process.Signal(s); err != nil {
		w.t.Fatal(err)
	}
}
