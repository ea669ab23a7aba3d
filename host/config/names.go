package config

// Every file that the product keeps in a data directory, beside the program,
// the extension and what install notes, is named here, so that whoever removes
// Margay removes these and nothing else: the folder may be one in which a person
// keeps other things. A folder that holds one of these before it is a data
// directory is refused for one. All but the settings file, which a person writes
// and the program only reads, are written by the program, or put aside (.old) by a
// command of its diagnosis. The names are patterns of [path.Match], below the data
// directory, with slashes.

// Scaffold names what holds nothing of a person's: whoever removes Margay may
// remove it.
func Scaffold() []string {
	return []string{
		Marker, half(Marker),
		"daemon.lock",
		"daemon.json", half("daemon.json"),
		"tabs.json", "tabs.json.[0-9]*",
		"s",
		"children/*.json", "children/" + half("*.json"),
		"log/margay.log", "log/margay-[0-9]*.log", "log/stray.log",
		".doctor-[0-9]*",
	}
}

// Kept names what holds something of a person's: conversations, settings, keys.
func Kept() []string {
	return []string{
		"keys", "keys.new", "keys.old", "keys.old-[0-9]*",
		"settings.json", "settings.json.old", "settings.json.old-[0-9]*",
		"margay.db", "margay.db.new", "margay.db.compact", "margay.db.broken", "margay.db.damaged-*",
		"blobs/[0-9a-f][0-9a-f]/*.zst", "blobs/tmp/*",
		"blobs.damaged-*/[0-9a-f][0-9a-f]/*.zst", "blobs.damaged-*/tmp/*",
	}
}

// half is the name of a file while [WriteFile] writes it.
func half(name string) string { return "." + name + ".[0-9]*" }
