const nineOnDay = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9)

/** When a notification that is put off comes back: in an hour, or at nine in the morning of the clock on the wall. */
export const snoozeMoments = (now: Date) => ({
  snoozeHour: new Date(now.getTime() + 60 * 60 * 1000),
  snoozeTomorrow: nineOnDay(now, 1),
  /** The Monday to come; a week from now when today is one. */
  snoozeNextWeek: nineOnDay(now, (8 - now.getDay()) % 7 || 7),
})
