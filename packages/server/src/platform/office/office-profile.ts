const security = '/org.openoffice.Office.Common/Security/Scripting'
const proxies = '/org.openoffice.Inet/Settings'

type Chosen = readonly (readonly [path: string, name: string, value: string])[]

/** What an untrusted document must not do: run macros, follow links, fetch from elsewhere. */
const chosen: Chosen = [
  [security, 'MacroSecurityLevel', '3'],
  [security, 'DisableMacrosExecution', 'true'],
  [security, 'BlockUntrustedRefererLinks', 'true'],
  [security, 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  // Any remaining request goes to a proxy that does not exist.
  [proxies, 'ooInetProxyType', '2'],
  [proxies, 'ooInetHTTPProxyName', '127.0.0.1'],
  [proxies, 'ooInetHTTPProxyPort', '9'],
  [proxies, 'ooInetHTTPSProxyName', '127.0.0.1'],
  [proxies, 'ooInetHTTPSProxyPort', '9'],
]

/** Settings for calculating: compute everything instead of trusting the file, on one processor. */
const calculating: Chosen = [
  ['/org.openoffice.Office.Calc/Formula/Load', 'OOXMLRecalcMode', '0'],
  ['/org.openoffice.Office.Calc/Formula/Load', 'ODFRecalcMode', '0'],
  ['/org.openoffice.Office.Calc/Formula/Calculation', 'UseThreadedCalculationForFormulaGroups', 'false'],
  ['/org.openoffice.Office.Common/Misc', 'UseOpenCL', 'false'],
]

const start = '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
const end = '</oor:items>'

function items(list: Chosen): string {
  return list
    .map(
      ([path, name, value]) =>
        `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
    )
    .join('\n')
}

/** The initial profile settings of every conversion. */
export const profileSettings = [start, items(chosen), end].join('\n')

/** The same for calculated workbooks. */
export const calculatingSettings = [start, items(chosen), items(calculating), end].join('\n')

/** Settings of a used profile, with another locale (a BCP 47 tag of letters, digits and hyphens). */
export function withLocale(settings: string, locale: string): string {
  const safe = /^[A-Za-z0-9-]+$/.test(locale) ? locale : 'en-US'
  return settings.replace(end, `${items([['/org.openoffice.Setup/L10N', 'ooSetupSystemLocale', safe]])}\n${end}`)
}
