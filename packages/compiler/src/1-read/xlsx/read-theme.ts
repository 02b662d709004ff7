import { defaultTheme, hexColor } from '../colors.ts'
import { child, type XmlElement } from '../xml.ts'

/** Theme indexes put light before dark, unlike the theme part. */
const order = 'lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(' ')

/** The colours of a theme part, by theme index. */
export function readTheme(root: XmlElement): readonly string[] {
  const scheme = child(child(root, 'themeElements'), 'clrScheme')
  return order.map((name, index) => {
    const color = child(scheme, name)?.children[0]
    const text = color?.attributes.lastClr ?? color?.attributes.val ?? ''
    return hexColor(text) ?? defaultTheme[index] ?? '#000000'
  })
}
