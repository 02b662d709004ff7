const placeholders = { time: 'hh:mm:ss', datetime: 'YYYY-MM-DD hh:mm:ss' } as const

/**
 * The properties of a field for a time, or for date and time. It has the same format in every language, unlike the
 * browser's own field. Between date and time stands a T in the API and a space on the page.
 */
export function momentField(type: 'time' | 'datetime', value: string) {
  return {
    placeholder: placeholders[type],
    autoComplete: 'off',
    value: type === 'time' ? value : value.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 '),
  }
}

/** Converts the typed text into the format of the API. */
export function sentMoment(typed: string): string {
  return typed.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)$/, '$1T$2')
}
