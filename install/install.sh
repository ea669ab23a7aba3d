#!/bin/sh
# Puts Margay in place for the person who runs it, on Linux or macOS.
#
#   install.sh                            the program or the archive of this system beside this script, or what make build made
#   install.sh PATH                       that program, or an archive (.tar.gz) that holds it
#   install.sh URL [--sha256 HEX]         an archive or program from there, checked against HEX or URL.sha256 (the latter with curl only)
#   ... | sh -s -- URL                    the same, with the script from a pipe
#
# What follows goes to "margay install" as it is: --browser NAME, --user-data-dir DIR, --force, --at-login,
# --data DIR. A link named margay is put into ~/.local/bin, or into the folder that MARGAY_LINK names ("" for none).
# Run it again at any time. "margay uninstall" takes all of it back.
#
# Everything stands in functions and is called in the last line, so that a script that was cut off on its way does nothing.

set -eu

# How many seconds a server may be silent. Of what fails, curl tries again within that time what a server
# calls a matter of the moment (408, 429, 5xx), not a connection that is refused or reset.
silence=20

fail() {
	printf 'install.sh: %s\n' "$1" >&2
	exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# fetch URL FILE
fetch() {
	case $1 in
	https://*) ;;
	http://127.0.0.1[:/]* | http://localhost[:/]* | http://\[::1\][:/]*) ;;
	*) fail "$1 is no https address: what comes over the network in the clear may be changed on its way" ;;
	esac
	ended=0
	if have curl; then
		curl --fail --silent --show-error --location --proto-redir =https --connect-timeout "$silence" --speed-limit 1 --speed-time "$silence" \
			--retry 2 --retry-max-time "$silence" --output "$2" "$1" || ended=$?
		[ $ended -ne 28 ] || fail "could not load $1: nothing came from there for $silence seconds; try again later, or load it yourself and run: install.sh PATH"
	elif have wget; then
		wget --quiet --output-document="$2" -T "$silence" -t 1 "$1" || ended=$?
		[ $ended -ne 4 ] || fail "could not load $1: the server cannot be reached, or nothing came from there for $silence seconds; try again later, or load it yourself and run: install.sh PATH"
	else
		fail "neither curl nor wget is here: load $1 yourself and run: install.sh PATH"
	fi
	[ $ended -eq 0 ] || fail "could not load $1: check the address and try again later, or load it yourself and run: install.sh PATH"
}

# hash_of FILE
hash_of() {
	if have sha256sum; then
		sha256sum <"$1" | cut -d ' ' -f 1
	elif have shasum; then
		shasum -a 256 <"$1" | cut -d ' ' -f 1
	elif have openssl; then
		openssl dgst -sha256 -r <"$1" | cut -d ' ' -f 1
	else
		fail "none of sha256sum, shasum and openssl is here, so what was loaded cannot be checked"
	fi
}

# check FILE WANTED: nothing that was loaded is run before its sum was compared.
check() {
	is=$(hash_of "$1")
	wanted=$(printf %s "$2" | tr 'A-F' 'a-f')
	case $wanted in
	*[!0-9a-f]*) fail "\"$2\" is no SHA-256 sum" ;;
	esac
	[ ${#wanted} -eq 64 ] || fail "\"$2\" is no SHA-256 sum"
	[ "$is" = "$wanted" ] || fail "the sum of what was loaded is $is, and not $wanted: nothing was installed"
}

# load URL HEX: leaves the file in $work/loaded
load() {
	sum=$2
	if [ -z "$sum" ] && ! have curl && have wget; then
		fail "wget may be led on to an address in the clear, where sum and program can be changed alike: name the sum with --sha256, or install curl"
	fi
	fetch "$1" "$work/loaded"
	if [ -z "$sum" ]; then
		fetch "$1.sha256" "$work/sum"
		sum=$(cut -d ' ' -f 1 <"$work/sum" | head -n 1)
	fi
	check "$work/loaded" "$sum"
}

# unpack FILE: the program of an archive
unpack() {
	mkdir "$work/archive"
	tar -xzf "$1" -C "$work/archive" || fail "$1 cannot be unpacked"
	found=$(find "$work/archive" -type f -name margay | head -n 1)
	[ -n "$found" ] || fail "$1 holds no program named margay"
	printf %s "$found"
}

# not_started PROGRAM: why the system will not
not_started() {
	case $1 in
	"$work"/*) fail "the disk that ${TMPDIR:-/tmp} lies on is mounted so that no program is started from it (noexec): name a folder on another disk in TMPDIR and run this again, for instance with TMPDIR=\"\$HOME\"" ;;
	esac
	[ -z "$(find "$1" -prune -perm -100)" ] || fail "$1 lies on a disk that is mounted so that no program is started from it (noexec): copy it to another disk"
	fail "$1 may not be executed: chmod +x it first"
}

# kind: what make dist calls this machine
kind() {
	arch=$(uname -m)
	case $arch in
	x86_64) arch=amd64 ;;
	aarch64) arch=arm64 ;;
	esac
	printf '%s-%s' "$(uname -s | tr '[:upper:]' '[:lower:]')" "$arch"
}

# beside: the program, or an archive that holds it, where nothing was named
beside() {
	case $0 in
	*.sh) ;;
	*) fail "this script is read from a pipe, so nothing lies beside it: name what to install: sh -s -- PATH or URL" ;;
	esac
	here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
	for candidate in "$here/margay" "$here/margay-$(kind).tar.gz" "$here/../.build/margay"; do
		if [ -f "$candidate" ]; then
			printf %s "$candidate"
			return
		fi
	done
	fail "there is no program beside this script: run make build, or name one: install.sh PATH"
}

# system: this script's work is for these two
system() {
	case $(uname -s) in
	Linux | Darwin) ;;
	*) fail "this script is for Linux and macOS; on Windows use install.ps1" ;;
	esac
}

# help: the head of this script
help() {
	case $0 in
	*.sh) ;;
	*) fail "this script is read from a pipe, where its help cannot be shown: it stands at the head of it" ;;
	esac
	while IFS= read -r line; do
		case $line in
		'#!'*) ;;
		'#'*)
			line=${line#\#}
			printf '%s\n' "${line# }"
			;;
		*) return ;;
		esac
	done <"$0"
}

main() {
	case ${1-} in
	-h | --help)
		help
		return
		;;
	esac
	system
	[ -n "${HOME-}" ] || fail "HOME is not set, so there is no telling where your browsers keep their settings"
	source=
	sum=
	case ${1-} in
	"" | -*) ;;
	*)
		source=$1
		shift
		;;
	esac
	if [ "${1-}" = --sha256 ]; then
		[ $# -ge 2 ] || fail "--sha256 wants a sum"
		sum=$2
		shift 2
	fi
	work=$(mktemp -d "${TMPDIR:-/tmp}/margay-install.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM

	program=$source
	case $source in
	"")
		source=$(beside)
		program=$source
		[ -z "$sum" ] || check "$source" "$sum"
		;;
	*://*)
		load "$source" "$sum"
		program=$work/loaded
		;;
	*)
		[ -f "$source" ] || fail "$source is not there"
		[ -z "$sum" ] || check "$source" "$sum"
		case $source in
		*/*) ;;
		*) program=./$source ;; # else the shell would look for it in PATH
		esac
		;;
	esac
	case $source in
	*.tar.gz | *.tgz | *.tar.gz\?*) program=$(unpack "$program") ;;
	esac
	if [ "${program#"$work"/}" != "$program" ]; then
		chmod 0700 "$program"
	fi
	[ -s "$program" ] || fail "$program is empty, so it did not come whole: get it again"
	[ -x "$program" ] || not_started "$program"
	if have xattr && xattr -p com.apple.quarantine "$program" >/dev/null 2>&1; then
		fail "macOS has marked $program as a download and will not start it; if you trust it: xattr -d com.apple.quarantine \"$program\""
	fi
	link=${MARGAY_LINK-$HOME/.local/bin}
	if [ -n "$link" ]; then
		set -- --link "$link" "$@"
	fi
	"$program" install "$@"
}

main "$@"
