import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { EngineDocumentButton } from '../../engines/parts/EngineDocumentMenu.tsx'
import { InterfaceView } from '../../engines/parts/InterfaceView.tsx'
import type { ExecuteBody } from '../run.ts'
import { RequestCode } from './RequestCode.tsx'

/** What a client needs to call the engine: the request as code, documents to download, inputs and outputs. */
export function EngineDocs({ engine, body }: { engine: EngineDetail; body: ExecuteBody }) {
  const text = useText()
  const url = `${window.location.origin}/api/v1/product/${engine.productId}/engines/Execute/${engine.id}`
  return (
    <>
      <Panel title={text('Tester.code')} actions={<EngineDocumentButton engine={engine} version={engine.version} />}>
        <RequestCode name={engine.serviceName} request={{ url, body }} />
      </Panel>
      <Panel title={text('Tester.inputsAndOutputs')}>
        <InterfaceView value={engine.interface} />
      </Panel>
    </>
  )
}
