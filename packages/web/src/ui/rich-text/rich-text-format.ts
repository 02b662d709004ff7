import { Extension, Mark } from '@tiptap/core'
import {
  type RichTextAlignment,
  richTextAlignments,
  richTextClass,
  type RichTextColour,
  richTextColours,
  type RichTextFont,
  richTextFonts,
  richTextSizes,
} from '@sheetwright/contract/products/rich-text.ts'

/** Size, font and colour of text; null is the default. */
export interface TextLook {
  readonly size: number | null
  readonly font: RichTextFont | null
  readonly colour: RichTextColour | null
}

/** Size, font and colour of text, each as a class of the contract: the page allows no inline styles. */
export const TextLookMark = Mark.create({
  name: 'textLook',
  addAttributes: () => ({
    size: attribute('size', richTextSizes, richTextClass.size),
    font: attribute('font', richTextFonts, richTextClass.font),
    colour: attribute('colour', richTextColours, richTextClass.colour),
  }),
  parseHTML: () => [{ tag: 'span' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

/** Alignment of paragraphs and headings, also as a class. */
export const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: { align: attribute<RichTextAlignment>('align', richTextAlignments, richTextClass.align) },
    },
  ],
})

function attribute<T extends string | number>(name: string, choices: readonly T[], classOf: (choice: T) => string) {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => choices.find((choice) => element.classList.contains(classOf(choice))) ?? null,
    // The editor joins the classes of several attributes.
    renderHTML: (attributes: Record<string, unknown>) => {
      const chosen = choices.find((choice) => choice === attributes[name])
      return chosen === undefined ? {} : { class: classOf(chosen) }
    },
  }
}
