import { Skeleton } from '@mantine/core'
import { ReleaseNote } from '../../features/system/parts/ReleaseNote.tsx'
import { useRelease } from '../../features/system/queries.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { FactTable } from '../../ui/FactTable.tsx'

export function AboutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText()
  const { version } = useConfiguration()
  const release = useRelease(opened)
  const waiting = release.isPending ? <Skeleton height="var(--sw-skeleton-line)" width="40%" /> : text('About.unknown')
  return (
    <Dialog opened={opened} onClose={onClose} title={text('About.title')} size="small">
      <FactTable
        label={text('About.title')}
        facts={[
          { name: text('About.version'), value: <span className="mono">{version}</span> },
          { name: text('About.released'), value: release.data?.releaseDate ?? waiting },
          { name: text('About.releaseVersion'), value: release.data?.releaseVersion || waiting },
          {
            name: text('About.details'),
            value: release.data?.releaseNote ? <ReleaseNote note={release.data.releaseNote} /> : waiting,
          },
        ]}
      />
    </Dialog>
  )
}
