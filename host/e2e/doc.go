// Package e2e tests the product whole: the real program, the built extension,
// a real Chromium, and a page whose server counts what reaches it. It holds
// tests only.
//
// What its tests guarantee: a job that a person starts in the panel or in a
// terminal ends as the page and the shop say that it ended, also when any part
// is killed on the way; wherever the daemon dies, at each crash point and at
// random moments, the next one opens the store, sends no model half a round,
// knows of each call that had left whether it was done or that this is not
// known, and repeats no act; a surface that stands still costs no memory and
// misses nothing; prompts that others wrote end right on pages that others wrote;
// and no process is left when a browser and its daemon have ended.
//
// Without the built extension or a Chromium nothing is tested and the tests say
// so; where CI is set they fail then. Random kills print their seed, and
// MARGAY_SEED repeats them. The parts: package rig sets the product up, job is the
// main job, shop the shop that it orders from, judged the prompts of others.
package e2e
