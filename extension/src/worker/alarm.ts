// chrome.alarms: one alarm that wakes the worker in case Chrome ended it, during a pause or with its port. Half a minute is
// the shortest period that Chrome keeps; the pauses themselves are timers.

const name = "connect";
const periodInMinutes = 0.5;

/** Sets the alarm or takes it away. */
export function setAlarm(wanted: boolean): void {
  const done = wanted ? chrome.alarms.create(name, { periodInMinutes }) : chrome.alarms.clear(name);
  done.catch((error: unknown) => console.warn("alarm:", error));
}

/** Whether it is this alarm that rang. */
export function isAlarm(alarm: chrome.alarms.Alarm): boolean {
  return alarm.name === name;
}
