import { richTextClasses } from '@sheetwright/contract/products/rich-text.ts'
import { createElement, Fragment, type ReactNode } from 'react'
import classes from './RichText.module.css'
import { isWebAddress } from './web-address.ts'

/** The allowed elements of rich text, with the allowed classes of each. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  p: richTextClasses.block,
  h1: richTextClasses.block,
  h2: richTextClasses.block,
  h3: richTextClasses.block,
  span: richTextClasses.text,
  ...Object.fromEntries(
    ['strong', 'em', 'u', 's', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'a'].map((name) => [name, []]),
  ),
}

/**
 * Formatted text. It is built from its tree, element by element: elements that are not on the list never reach the
 * page, even if the server let them through.
 */
export function RichText({ html }: { html: string }) {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return <div className={classes.text}>{childrenOf(parsed.body)}</div>
}

function childrenOf(parent: Node): ReactNode[] {
  return Array.from(parent.childNodes, (child, index) => (
    <Fragment key={`${index} ${child.nodeName}`}>{shown(child)}</Fragment>
  ))
}

function shown(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof HTMLElement)) return null
  const tag = node.tagName.toLowerCase()
  const known = Object.hasOwn(allowed, tag) ? allowed[tag] : undefined
  if (known === undefined) return childrenOf(node)
  const props = { className: [...node.classList].filter((name) => known.includes(name)).join(' ') || undefined }
  if (tag === 'br' || tag === 'hr') return createElement(tag)
  if (tag === 'a') return <Anchor href={node.getAttribute('href') ?? ''}>{childrenOf(node)}</Anchor>
  return createElement(tag, props, childrenOf(node))
}

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  if (!isWebAddress(href)) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
