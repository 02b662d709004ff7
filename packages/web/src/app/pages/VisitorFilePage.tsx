import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconFile, IconLinkOff } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { useSaveLinkedFile } from '../../features/visitors/mutations.ts'
import { useLinkedFile } from '../../features/visitors/queries.ts'
import { errorText } from '../../platform/messages/error-text.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { LoadingBlock } from '../../ui/LoadingBlock.tsx'
import { useSizes } from '../../ui/use-sizes.ts'
import { ColorSchemeMenu } from '../shell/ColorSchemeMenu.tsx'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { LonePage } from './LonePage.tsx'
import classes from './LonePage.module.css'

/** A file as a visitor sees it, with its download. */
export function VisitorFilePage() {
  const text = useText()
  const sizes = useSizes()
  const { linkId } = useParams({ strict: false }) as { linkId: string }
  const { realm, client } = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const file = useLinkedFile(linkId)
  const save = useSaveLinkedFile()
  if (file.isPending) return <LoadingBlock />
  if (file.isError) {
    const again = realm !== undefined && client !== undefined && new URLSearchParams({ linkId, realm, client })
    return (
      <LonePage
        icon={<IconLinkOff />}
        title={text('SharedFile.ended')}
        lines={[text('SharedFile.endedText')]}
        actions={
          again && (
            <Button component="a" href={`/anonymous/validate?${again.toString()}`}>
              {text('Calculator.ended.again')}
            </Button>
          )
        }
      />
    )
  }
  const { name, size, organisation } = file.data
  return (
    <LonePage
      icon={<IconFile />}
      title={name}
      lines={[text('SharedFile.from', { organisation }), sizes.bytes(size)]}
      actions={
        <Button leftSection={<IconDownload />} loading={save.isPending} onClick={() => save.mutate({ linkId, name })}>
          {text('Document.download')}
        </Button>
      }
    >
      <div className={classes.corner}>
        <LanguageMenu />
        <ColorSchemeMenu />
      </div>
      {save.error !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {errorText(text, save.error)}
        </Alert>
      )}
    </LonePage>
  )
}
