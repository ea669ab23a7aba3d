package dial

// ReadAnnouncement reads what a daemon says of its start, for fuzzing.
var ReadAnnouncement = readAnnouncement
