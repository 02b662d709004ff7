import { Button, Stack } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { mayEngine } from '../engine-access.ts'
import { engineTypeNames } from '../engine-type-names.ts'
import { EngineReferences } from '../../master-references/parts/EngineReferences.tsx'
import classes from './EngineOverview.module.css'
import { EngineAddresses } from './EngineAddresses.tsx'
import { EngineChains } from './EngineChains.tsx'
import { InterfaceView } from './InterfaceView.tsx'
import { PropertiesDialog } from './PropertiesDialog.tsx'
import { VerdictChip } from './VerdictChip.tsx'

/** Inputs and outputs of an engine, and facts about the chosen version. */
export function EngineOverview({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const [editing, setEditing] = useState(false)
  return (
    <div className={classes.columns}>
      <Stack gap="xl" className={classes.interface ?? ''}>
        <InterfaceView value={engine.interface} />
        <EngineReferences engine={engine} />
        <EngineChains engine={engine} />
      </Stack>
      <Stack gap="lg" className={classes.side ?? ''}>
        <Panel
          title={text('Engine.facts')}
          actions={
            mayEngine('edit', engine) && (
              <Button variant="subtle" size="compact-sm" leftSection={<IconPencil />} onClick={() => setEditing(true)}>
                {text('Engine.editProperties')}
              </Button>
            )
          }
        >
          <Facts engine={engine} />
        </Panel>
        <Panel title={text('Engine.addresses')}>
          <EngineAddresses engine={engine} />
        </Panel>
        <Panel title={text('Engine.build')}>
          <BuildFacts engine={engine} />
        </Panel>
      </Stack>
      {editing && <PropertiesDialog engine={engine} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Facts({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const { version } = engine
  return (
    <FactTable
      label={text('Engine.facts')}
      facts={[
        { name: text('Version.revision'), value: <span className="mono">{version.revision}</span> },
        { name: text('UploadSummary.verdict'), value: <VerdictChip of={engine} /> },
        { name: text('Version.releaseNote'), value: version.releaseNote || text('Product.notSet') },
        { name: text('Publish.start'), value: <AbsoluteMoment value={version.effectiveStartDate} /> },
        { name: text('Publish.end'), value: <AbsoluteMoment value={version.effectiveEndDate} /> },
        { name: text('Engine.type'), value: text(engineTypeNames[engine.engineType]) },
        ...(engine.connectorUrl === null ? [] : [{ name: text('Engine.connectorUrl'), value: engine.connectorUrl }]),
        { name: text('Engine.isPublic'), value: text(engine.isPublic ? 'Engine.yes' : 'Engine.no') },
        { name: text('Engine.mayLeave'), value: text(engine.mayLeave ? 'Engine.yes' : 'Engine.no') },
        { name: text('Engine.forAssistants'), value: text(engine.forAssistants ? 'Engine.yes' : 'Engine.no') },
        ...Object.entries(engine.properties).map(([name, value]) => ({ name, value: String(value) })),
        {
          name: text('Engine.id'),
          value: (
            <span className={classes.id}>
              <span className="mono" title={engine.id}>
                {engine.id}
              </span>
              <CopyButton value={engine.id} label={text('Engine.copyId')} />
            </span>
          ),
        },
      ]}
    />
  )
}

function BuildFacts({ engine: { version, build } }: { engine: EngineDetail }) {
  const text = useText()
  const intl = useIntl()
  const sizes = useSizes()
  return (
    <FactTable
      label={text('Engine.build')}
      facts={[
        { name: text('Build.file'), value: <FileName name={version.fileName} /> },
        { name: text('Build.fileSize'), value: sizes.bytes(version.fileSize) },
        { name: text('Build.sheets'), value: intl.formatNumber(build.sheets) },
        { name: text('Parity.formulaCells'), value: intl.formatNumber(build.formulaCells) },
        { name: text('Build.read'), value: sizes.millis(build.readMs) },
        { name: text('Build.compile'), value: sizes.millis(build.compileMs) },
        { name: text('Build.prove'), value: sizes.millis(build.proveMs) },
        { name: text('Build.run'), value: sizes.micros(build.evalMicros) },
        { name: text('Build.compiler'), value: <span className="mono">{build.compilerVersion}</span> },
        {
          name: text('Version.uploaded'),
          value: text('Version.uploadedBy', { name: version.createdBy }),
        },
      ]}
    />
  )
}
