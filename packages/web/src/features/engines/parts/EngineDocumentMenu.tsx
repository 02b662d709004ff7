import { Button, Menu } from '@mantine/core'
import type { Engine, EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { IconApi } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useRuledAction } from '../../user-groups/parts/use-ruled-action.ts'
import { type EngineDocument, useEngineDownloads } from '../downloads.ts'
import { swaggerRule } from '../engine-rules.ts'

const documents: readonly { readonly name: MessageId; readonly document: EngineDocument }[] = [
  { name: 'Snippet.curl', document: { kind: 'curl', language: 'curl' } },
  { name: 'Snippet.curlForm', document: { kind: 'curl', language: 'curlForm' } },
  { name: 'Snippet.curlWindows', document: { kind: 'curl', language: 'curlWindows' } },
  { name: 'Snippet.curlPosix', document: { kind: 'curl', language: 'curlPosix' } },
  { name: 'Engine.swagger', document: { kind: 'swagger', formData: false } },
  { name: 'Engine.swaggerForm', document: { kind: 'swagger', formData: true } },
]

/** API documents of a version, as a part of another menu. */
export function EngineDocumentMenu(props: DescribedVersion) {
  const text = useText()
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconApi />}>{text('Engine.documents')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <DocumentItems {...props} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** The same as a menu of its own. */
export function EngineDocumentButton(props: DescribedVersion) {
  const text = useText()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconApi />}>
          {text('Engine.documents')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <DocumentItems {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

interface DescribedVersion {
  readonly engine: Engine
  readonly version: EngineVersion
}

function DocumentItems({ engine, version }: DescribedVersion) {
  const text = useText()
  const ruled = useRuledAction()
  const downloads = useEngineDownloads()
  return documents.map(({ name, document }) => (
    <Menu.Item
      key={name}
      onClick={ruled(swaggerRule, () =>
        downloads.mutate(
          { engine, version, file: document },
          { onSuccess: () => toastSuccess(text('Engine.documentSaved', { name: text(name) })) },
        ),
      )}
    >
      {text(name)}
    </Menu.Item>
  ))
}
