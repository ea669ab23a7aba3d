//go:build linux

package doctor_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/margay/margay/protocol/client"
)

// TestChinese asks for the diagnosis of set-ups in Chinese: all that is said is.
func TestChinese(t *testing.T) {
	t.Parallel()
	words := map[string]string{
		"data_is_a_file": "不是文件夹", "program_missing": "不存在", "program_older": "版本 0.0.1", "daemon_killed": "已崩溃", "daemon_older": "较旧的版本 0.0.9",
		"store_locked": "占用", "store_newer": "7.2.0 写入", "store_damaged": "已损坏", "manifest_stale_path": "/nowhere/bin/margay 不存在",
		"manifest_without_final_slash": "末尾缺少斜杠", "manifest_of_another_product": "不是 Margay", "manifest_wrong_origin": "只允许",
		"start_ends_at_once": "no such library", "start_is_no_program": "无法启动", "extension_not_connected": "没有连接", "extension_of_another_version": "版本 7.2.0",
		"model_without_key": "需要 API 密钥", "model_unknown": "未知的模型“acme:x”", "model_key_open_to_others": "其他用户可以读取",
		"model_server_away": "连接被拒绝", "keyring_silent": "3 秒内没有应答", "login_shell_fails": "没有给出 PATH", "settings_variable": "日志级别“loud”",
	}
	for _, s := range setups() {
		want, asked := words[s.name]
		if !asked {
			continue
		}
		delete(words, s.name)
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			s.broken(w)
			d := w.doctor("--lang", "zh-CN")
			if k := find(t, d, s.id); k.State != or(s.state, client.CheckFailed) || !strings.Contains(k.Cause, want) {
				t.Errorf("%+v, want %q", k, want)
			}
			inChinese(t, d)
		})
	}
	if len(words) > 0 {
		t.Errorf("there are no set-ups %v", words)
	}
}

// inChinese holds that every text has Chinese in it that is more than a name or a path.
func inChinese(t *testing.T, d client.Diagnosis) {
	t.Helper()
	for _, k := range d.Checks {
		if k.Title != "PATH" && !chinese.MatchString(k.Title) {
			t.Errorf("%s is called %q", k.ID, k.Title)
		}
		for _, words := range []string{k.Detail, k.Cause, k.Next} {
			if strings.Contains(words, " ") && !chinese.MatchString(words) {
				t.Errorf("%s says %q", k.ID, words)
			}
		}
	}
}

// TestChinese_terminal: a terminal that is Chinese is spoken to so, programs are
// spoken to in English, and so is a browser that names no language.
func TestChinese_terminal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.remove(w.manifest())
	w.env = []string{"LANG=zh_CN.UTF-8"}
	var out bytes.Buffer
	cmd := w.command(w.exe, "doctor")
	cmd.Stdout = &out
	_ = cmd.Run() // it ends with 1, as another test holds
	for _, want := range []string{"✗ Chromium：清单        Margay 没有在 Chromium 中注册", "\n✓ PATH                  ", "\n  运行：" + w.exe + " install --data " + w.dirs.Data + "\n", "\n1 项检查未通过。\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in\n%s", want, out.String())
		}
	}
	if k := find(t, w.doctor(), "data"); k.Title != "Data directory" || !strings.Contains(k.Detail, " free") {
		t.Errorf("programs are told %+v", k)
	}
	b := newBrowser(w)
	inChinese(t, call(t, b, client.DoctorRun, client.Diagnose{Language: "zh-Hans-CN"}))
	for _, tag := range []string{"", "en", "de-DE", "zhx"} {
		if k := find(t, call(t, b, client.DoctorRun, client.Diagnose{Inside: true, Language: tag}), "daemon"); k.Title != "Daemon" {
			t.Errorf("%q: %+v", tag, k)
		}
	}
}
