import { expect, it } from 'vitest'
import { readComments } from '../../src/1-read/xlsx/read-comments.ts'
import type { XmlElement } from '../../src/1-read/xml.ts'

function element(
  name: string,
  attributes: Record<string, string>,
  content: string | readonly XmlElement[] = [],
): XmlElement {
  return typeof content === 'string'
    ? { name, attributes, children: [], text: content }
    : { name, attributes, children: content, text: '' }
}

it('reads notes with their authors, and the texts of a thread instead of the note beside it', () => {
  const run = (text: string) => element('r', {}, [element('rPr', {}), element('t', {}, text)])
  const notes = element('comments', {}, [
    element('authors', {}, [element('author', {}, 'Ann'), element('author', {}, 'tc={1}')]),
    element('commentList', {}, [
      element('comment', { ref: 'B3', authorId: '0' }, [element('text', {}, [run('Check '), run('this')])]),
      element('comment', { ref: 'C1', authorId: '1' }, [element('text', {}, [element('t', {}, 'Please update')])]),
      element('comment', { ref: 'nowhere', authorId: '0' }, [element('text', {}, [run('lost')])]),
    ]),
  ])
  const threads = element('ThreadedComments', {}, [
    element('threadedComment', { ref: 'C1' }, [element('text', {}, 'Why 5?')]),
    element('threadedComment', { ref: 'C1' }, [element('text', {}, 'As agreed')]),
  ])
  expect(readComments(notes, threads)).toEqual([
    { row: 2, col: 1, author: 'Ann', text: 'Check this' },
    { row: 0, col: 2, author: undefined, text: 'Why 5?\nAs agreed' },
  ])
  expect(readComments(undefined, undefined)).toEqual([])
})
