import { useText } from '../../../platform/messages/use-text.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useRelease } from '../queries.ts'
import { ReleaseNote } from './ReleaseNote.tsx'

export function ReleaseFacts() {
  const text = useText()
  const release = useRelease()
  if (release.isError) return <FailureState error={release.error} onRetry={() => void release.refetch()} />
  if (release.isPending) return <LoadingBlock />
  const { version, releaseVersion, releaseDate, releaseNote } = release.data
  return (
    <Panel title={text('System.release')}>
      <FactTable
        label={text('System.release')}
        facts={[
          { name: text('About.version'), value: <span className="mono">{version}</span> },
          { name: text('About.releaseVersion'), value: releaseVersion || text('About.unknown') },
          { name: text('About.released'), value: releaseDate ?? text('About.unknown') },
          {
            name: text('About.details'),
            value: releaseNote === '' ? text('About.unknown') : <ReleaseNote note={releaseNote} />,
          },
        ]}
      />
    </Panel>
  )
}
