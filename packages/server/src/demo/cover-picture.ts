import sharp from 'sharp'

const width = 960
const height = 540

/** A plain cover: waves between two colours, drawn here so that no picture has to be shipped. */
export function coverPicture(dark: string, light: string, turn: number): Promise<Buffer> {
  const waves = Array.from({ length: 6 }, (_, i) => {
    const top = 130 + i * 70
    const bend = 60 * Math.sin(turn + i * 0.9)
    const line = `M0 ${top} C ${width / 3} ${top - 90 + bend}, ${(2 * width) / 3} ${top + 90 - bend}, ${width} ${top - 20}`
    return `<path d="${line} V ${height} H 0 Z" fill="${dark}" fill-opacity="0.22"/>`
  })
  const picture = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">`,
    `<stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>${waves.join('')}</svg>`,
  ].join('')
  return sharp(Buffer.from(picture)).jpeg({ quality: 80 }).toBuffer()
}
