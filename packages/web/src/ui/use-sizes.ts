import { type IntlShape, useIntl } from 'react-intl'

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats sizes and durations. */
export function useSizes() {
  return sizesIn(useIntl())
}

/** The same outside of components. */
export function sizesIn(intl: IntlShape) {
  return {
    bytes(count: number): string {
      const step = count < 1 ? 0 : Math.min(Math.floor(Math.log(count) / Math.log(1000)), byteUnits.length - 1)
      return intl.formatNumber(count / 1000 ** step, {
        style: 'unit',
        unit: byteUnits[step] ?? 'byte',
        // The short form of a byte is a word without a plural.
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: 1,
      })
    },
    millis: (count: number) =>
      intl.formatNumber(count, {
        style: 'unit',
        unit: 'millisecond',
        // A call that took time is not shown as 0 ms.
        ...(count < 0.05 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 1 }),
      }),
    micros: (count: number) =>
      intl.formatNumber(count < 1000 ? count : count / 1000, {
        style: 'unit',
        unit: count < 1000 ? 'microsecond' : 'millisecond',
        maximumSignificantDigits: 3,
      }),
    duration(seconds: number): string {
      const parts = (
        [
          ['day', Math.floor(seconds / 86_400)],
          ['hour', Math.floor(seconds / 3600) % 24],
          ['minute', Math.floor(seconds / 60) % 60],
          ['second', Math.floor(seconds) % 60],
        ] as const
      ).filter(([, amount]) => amount > 0)
      const shown = parts.length === 0 ? ([['second', 0]] as const) : parts.slice(0, 2)
      return shown
        .map(([unit, amount]) => intl.formatNumber(amount, { style: 'unit', unit, unitDisplay: 'long' }))
        .join(' ')
    },
  }
}
