import { Button, Group, SegmentedControl } from '@mantine/core'
import {
  requestSnippet,
  type SnippetLanguage,
  snippetLanguages,
  type SnippetRequest,
} from '@sheetwright/contract/engines/request-snippets.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import classes from './RequestCode.module.css'

const names: Readonly<Record<SnippetLanguage, MessageId>> = {
  curl: 'Snippet.curl',
  curlForm: 'Snippet.curlForm',
  curlWindows: 'Snippet.curlWindows',
  curlPosix: 'Snippet.curlPosix',
  fetch: 'Snippet.fetch',
  python: 'Snippet.python',
  java: 'Snippet.java',
  csharp: 'Snippet.csharp',
}

const fileEndings: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'sh',
  curlForm: 'sh',
  curlWindows: 'cmd',
  curlPosix: 'sh',
  fetch: 'mjs',
  python: 'py',
  java: 'java',
  csharp: 'cs',
}

/** The request of the tester as code, in the language that somebody chooses. */
export function RequestCode({ request, name }: { request: SnippetRequest; name: string }) {
  const text = useText()
  const downloads = useDownloads()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const code = requestSnippet(language, request)

  function save() {
    const fileName = `${name}.${fileEndings[language]}`
    const blob = new Blob([`${code}\n`], { type: 'text/plain' })
    void downloads.save(async () => ({ blob, fileName }), fileName)
  }

  return (
    <div className={classes.root}>
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={text('Snippet.language')}
          data={snippetLanguages.map((value) => ({ value, label: text(names[value]) }))}
          value={language}
          onChange={setLanguage}
        />
        <Button size="xs" variant="default" leftSection={<IconDownload />} onClick={save}>
          {text('Snippet.download')}
        </Button>
      </Group>
      <CodeBlock title={text(names[language])} code={code} />
      <p className={classes.note}>{text('Snippet.credentials')}</p>
    </div>
  )
}
