import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import classes from './EngineAddresses.module.css'
import { ProxyAddress } from './ProxyAddress.tsx'

/** The addresses under which an engine is executed. */
export function EngineAddresses({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const { auth } = useAppState()
  const { origin } = window.location
  const [product, service] = [engine.productName, engine.serviceName].map(encodeURIComponent)
  const addresses = [
    {
      name: text('Engine.address.product'),
      url: `${origin}/api/v1/product/${product}/engines/Execute/${service}`,
    },
    {
      name: text('Engine.address.service'),
      url: `${origin}/${encodeURIComponent(auth.tenant)}/api/v3/folders/${product}/services/${service}/execute`,
    },
  ]
  return (
    <ul className={classes.list}>
      {addresses.map(({ name, url }) => (
        <li key={url}>
          <span className={classes.name}>{name}</span>
          <span className={classes.url}>
            <span className="mono">{url}</span>
            <CopyButton value={url} label={text('Engine.copyAddress')} />
          </span>
        </li>
      ))}
      <li>
        <span className={classes.name}>{text('Proxy.title')}</span>
        <ProxyAddress engine={engine} />
      </li>
    </ul>
  )
}
