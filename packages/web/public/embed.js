// For other sites: <sheetwright-calculator link="..."> shows the calculator of a link in a frame that grows with it, and tells of
// every result in an event `result`, whose detail has inputs and outputs.
;(() => {
  const home = new URL(document.currentScript.src).origin

  class SheetwrightCalculator extends HTMLElement {
    connectedCallback() {
      const link = new URL(this.getAttribute('link') ?? '', home)
      if (link.origin !== home) throw new Error(`The link of a sheetwright-calculator must lead to ${home}`)
      const frame = document.createElement('iframe')
      frame.src = link.href
      frame.title = this.getAttribute('label') ?? 'Calculator'
      frame.style.cssText = 'display: block; width: 100%; height: 40rem; border: 0;'
      this.replaceChildren(frame)
      this.take = ({ origin, source, data }) => {
        if (origin !== home || source !== frame.contentWindow || data?.from !== 'sheetwright') return
        if (data.kind === 'size') frame.style.height = `${data.height}px`
        if (data.kind === 'result') {
          const { inputs, outputs } = data
          this.dispatchEvent(new CustomEvent('result', { detail: { inputs, outputs }, bubbles: true }))
        }
      }
      addEventListener('message', this.take)
    }

    disconnectedCallback() {
      removeEventListener('message', this.take)
    }
  }

  if (customElements.get('sheetwright-calculator') === undefined) {
    customElements.define('sheetwright-calculator', SheetwrightCalculator)
  }
})()
