import { Button, Group, SegmentedControl } from '@mantine/core'
import {
  credentialHeaders,
  requestSnippet,
  type SnippetCredentials,
  snippetCredentials,
  type SnippetLanguage,
  snippetLanguages,
  type SnippetRequest,
} from '@sheetwright/contract/engines/request-snippets.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
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

const credentialNames: Readonly<Record<SnippetCredentials, MessageId>> = {
  key: 'Snippet.withKey',
  token: 'Snippet.withToken',
}

interface RequestCodeProps {
  readonly request: Omit<SnippetRequest, 'headers'>
  readonly name: string
  /** Replaces the placeholder in the code. */
  readonly apiKey?: string | undefined
}

/** The request of the tester as code, in a chosen language. */
export function RequestCode({ request, name, apiKey }: RequestCodeProps) {
  const text = useText()
  const downloads = useDownloads()
  const { auth } = useAppState()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const [credentials, setCredentials] = useState<SnippetCredentials>('key')
  const placeholders = credentialHeaders(credentials, auth.tenant)
  const headers =
    apiKey === undefined || credentials === 'token' ? placeholders : { ...placeholders, 'x-synthetic-key': apiKey }
  const code = requestSnippet(language, { ...request, headers })

  function save() {
    // A public Java class must be in a file of the same name.
    const fileName = `${language === 'java' ? 'Execute' : name}.${fileEndings[language]}`
    const blob = new Blob([`${code}\n`], { type: 'text/plain' })
    void downloads.save(async () => ({ blob, fileName }), fileName)
  }

  return (
    <div className={classes.root}>
      <Group justify="space-between" className={classes.choices}>
        <SegmentedControl
          size="xs"
          aria-label={text('Snippet.language')}
          data={snippetLanguages.map((value) => ({ value, label: text(names[value]) }))}
          value={language}
          onChange={setLanguage}
        />
        <SegmentedControl
          size="xs"
          aria-label={text('Snippet.credentialsLabel')}
          data={snippetCredentials.map((value) => ({ value, label: text(credentialNames[value]) }))}
          value={credentials}
          onChange={setCredentials}
        />
        <Button size="xs" variant="default" leftSection={<IconDownload />} onClick={save}>
          {text('Snippet.download')}
        </Button>
      </Group>
      <CodeBlock title={text(names[language])} code={code} />
      {apiKey === undefined && <p className={classes.note}>{text('Snippet.credentials')}</p>}
    </div>
  )
}
