import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import classes from './ChapterText.module.css'

const components: Components = {
  a: ({ href = '', children }) =>
    href.startsWith('/') ? (
      <Anchor component={Link} to={href} underline="always">
        {children}
      </Anchor>
    ) : (
      <Anchor href={href} underline="always">
        {children}
      </Anchor>
    ),
  pre: ({ children }) => <Code code={codeOf(children)} />,
  table: ({ children }) => (
    <Table.ScrollContainer minWidth={0}>
      <Table verticalSpacing="xs">{children}</Table>
    </Table.ScrollContainer>
  ),
  thead: ({ children }) => <Table.Thead>{children}</Table.Thead>,
  tbody: ({ children }) => <Table.Tbody>{children}</Table.Tbody>,
  tr: ({ children }) => <Table.Tr>{children}</Table.Tr>,
  th: ({ children }) => <Table.Th>{children}</Table.Th>,
  td: ({ children }) => <Table.Td>{children}</Table.Td>,
}

/** One chapter of the guide. Its Markdown is ours; HTML in it is shown as text. */
export function ChapterText({ markdown }: { readonly markdown: string }) {
  return (
    <div className={classes.text}>
      <Markdown remarkPlugins={[remarkGfm]} components={components}>
        {markdown}
      </Markdown>
    </div>
  )
}

function Code({ code }: { readonly code: string }) {
  const text = useText()
  return <CodeBlock title={text('Guide.example')} code={code} />
}

/** A code block comes as a `code` element with its text inside. */
function codeOf(children: unknown): string {
  const inner = (children as { props?: { children?: unknown } } | null)?.props?.children
  return typeof inner === 'string' ? inner.trimEnd() : ''
}
