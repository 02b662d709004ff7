const placeholders = { time: 'hh:mm:ss', datetime: 'YYYY-MM-DD hh:mm:ss' } as const

/**
 * What a field for a time, or for a day and a time, has to know. It shows the same format in every language, which the browser's
 * own field does not; the value between day and time has a T on the wire and a space on the page.
 */
export function momentField(type: 'time' | 'datetime', value: string) {
  return {
    placeholder: placeholders[type],
    autoComplete: 'off',
    value: type === 'time' ? value : value.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 '),
  }
}

/** What was typed into such a field, as it is sent. */
export function sentMoment(typed: string): string {
  return typed.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)$/, '$1T$2')
}
