/**
 * The formatting of summaries. Each choice is only a class name: the text has no inline styles, so that it needs no
 * exception from the content-security policy and follows the light and dark themes.
 */
export const richTextSizes = [8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36] as const

export const richTextFonts = [
  'arial',
  'calibri',
  'cambria',
  'comic-sans',
  'courier-new',
  'garamond',
  'georgia',
  'helvetica',
  'impact',
  'palatino',
  'tahoma',
  'times-new-roman',
  'trebuchet',
  'verdana',
] as const

export const richTextColours = [
  'black',
  'charcoal',
  'grey',
  'silver',
  'maroon',
  'red',
  'coral',
  'orange',
  'amber',
  'gold',
  'olive',
  'lime',
  'green',
  'forest',
  'teal',
  'cyan',
  'sky',
  'blue',
  'navy',
  'indigo',
  'violet',
  'purple',
  'magenta',
  'pink',
  'brown',
] as const

export const richTextAlignments = ['left', 'center', 'right', 'justify'] as const

export type RichTextFont = (typeof richTextFonts)[number]
export type RichTextColour = (typeof richTextColours)[number]
export type RichTextAlignment = (typeof richTextAlignments)[number]

/** The class of each choice. */
export const richTextClass = {
  size: (size: number) => `rt-size-${size}`,
  font: (font: RichTextFont) => `rt-font-${font}`,
  colour: (colour: RichTextColour) => `rt-colour-${colour}`,
  align: (alignment: RichTextAlignment) => `rt-align-${alignment}`,
} as const

/** Classes that text can have, and those that paragraphs and headings can have. */
export const richTextClasses = {
  text: [
    ...richTextSizes.map(richTextClass.size),
    ...richTextFonts.map(richTextClass.font),
    ...richTextColours.map(richTextClass.colour),
  ],
  block: richTextAlignments.map(richTextClass.align),
} as const
