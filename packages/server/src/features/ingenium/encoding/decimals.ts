/** Mainframe decimals: packed (two digits per byte, the sign in the last nibble) and zoned (one digit per byte). */

/** Packed bytes as a decimal text; undefined if they are invalid. */
export function unpackDecimal(bytes: Uint8Array, decimals: number): string | undefined {
  let digits = ''
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const [high, low] = [byte >> 4, byte & 15]
    if (high > 9) return undefined
    digits += String(high)
    if (i === bytes.length - 1) return low < 10 ? undefined : signed(digits, low === 0xd || low === 0xb, decimals)
    if (low > 9) return undefined
    digits += String(low)
  }
  return undefined
}

export function packDecimal(text: string, length: number, decimals: number): Buffer | undefined {
  const digits = digitsOf(text, length * 2 - 1, decimals)
  if (digits === undefined) return undefined
  return Buffer.from(`${digits}${isNegative(text) ? 'd' : 'c'}`, 'hex')
}

const positives = '{ABCDEFGHI'
const negatives = '}JKLMNOPQR'

/** The sign is in the zone of the last digit: in EBCDIC its high nibble, in ASCII a letter. */
export function unzoneDecimal(bytes: Uint8Array, decimals: number, isEbcdic: boolean): string | undefined {
  let digits = ''
  let negative = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const isLast = i === bytes.length - 1
    if (isEbcdic) {
      const [zone, digit] = [byte >> 4, byte & 15]
      if (digit > 9 || (zone !== 0xf && !(isLast && (zone === 0xc || zone === 0xd)))) return undefined
      negative = zone === 0xd
      digits += String(digit)
      continue
    }
    const letter = String.fromCharCode(byte)
    if (letter >= '0' && letter <= '9') {
      digits += letter
      continue
    }
    const place = isLast ? Math.max(positives.indexOf(letter), negatives.indexOf(letter)) : -1
    if (place < 0) return undefined
    negative = negatives.includes(letter)
    digits += String(place)
  }
  return signed(digits, negative, decimals)
}

export function zoneDecimal(text: string, length: number, decimals: number, isEbcdic: boolean): Buffer | undefined {
  const digits = digitsOf(text, length, decimals)
  if (digits === undefined) return undefined
  if (!isEbcdic) {
    const last = Number(digits.at(-1))
    const ending = isNegative(text) ? negatives[last] : digits.at(-1)
    return Buffer.from(`${digits.slice(0, -1)}${ending ?? ''}`, 'latin1')
  }
  const bytes = Buffer.from(Array.from(digits).map((digit) => 0xf0 | Number(digit)))
  const end = bytes.length - 1
  bytes[end] = ((isNegative(text) ? 0xd : 0xc) << 4) | ((bytes[end] ?? 0) & 15)
  return bytes
}

function isNegative(text: string): boolean {
  return text.startsWith('-') && /[1-9]/.test(text)
}

/** All digits without a decimal point; undefined if there are more before or after it than fit. */
function digitsOf(text: string, room: number, decimals: number): string | undefined {
  const match = /^-?(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [whole, rest] = [(match[1] ?? '').replace(/^0+/, ''), withoutLastZeros(match[2] ?? '')]
  if (rest.length > decimals || whole.length + decimals > room) return undefined
  return `${whole}${rest.padEnd(decimals, '0')}`.padStart(room, '0')
}

function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

function signed(digits: string, negative: boolean, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '')
  const text = decimals === 0 ? whole : `${whole}.${padded.slice(-decimals)}`
  return negative && /[1-9]/.test(text) ? `-${text}` : text
}
