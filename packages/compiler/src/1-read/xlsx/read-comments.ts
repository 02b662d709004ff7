import { parseRange } from '../../model/address.ts'
import type { CellComment } from '../../model/workbook.ts'
import { child, childrenOf, unescapeText, whole, type XmlElement } from '../xml.ts'

/** Nobody reads more, and each comment is shown beside its cell. */
const MOST_COMMENTS = 10_000
const LONGEST_COMMENT = 4000

/**
 * The notes of a sheet. A thread comes with a note that asks users of older programs to update; the thread's texts
 * replace that note.
 */
export function readComments(notes: XmlElement | undefined, threads: XmlElement | undefined): CellComment[] {
  const byCell = new Map<string, CellComment>()
  const authors = childrenOf(child(notes, 'authors'), 'author').map(({ text }) => unescapeText(text))
  for (const { attributes, children } of childrenOf(child(notes, 'commentList'), 'comment').slice(0, MOST_COMMENTS)) {
    const author = authors[whole(attributes.authorId) ?? -1]
    const text = children.filter(({ name }) => name === 'text').map(textOf)
    add(byCell, attributes.ref, author?.startsWith('tc=') ? undefined : author, text.join(''))
  }
  const threaded = Map.groupBy(
    childrenOf(threads, 'threadedComment').slice(0, MOST_COMMENTS),
    ({ attributes }) => attributes.ref ?? '',
  )
  for (const [ref, list] of threaded) {
    const texts = list.map((each) => child(each, 'text')?.text ?? '')
    add(byCell, ref, undefined, texts.join('\n'))
  }
  return [...byCell.values()]
}

function add(
  byCell: Map<string, CellComment>,
  ref: string | undefined,
  author: string | undefined,
  text: string,
): void {
  const range = parseRange(ref ?? '')
  const shown = unescapeText(text).trim().slice(0, LONGEST_COMMENT)
  if (!range || shown === '') return
  byCell.set(ref ?? '', { row: range.top, col: range.left, author: author || undefined, text: shown })
}

/** The joined runs of a rich text. */
function textOf({ text, children }: XmlElement): string {
  return children.length === 0
    ? text
    : children
        .filter(({ name }) => name === 't' || name === 'r')
        .map(textOf)
        .join('')
}
