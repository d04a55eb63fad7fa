import { createElement } from 'react'
import { InboxElement, type Tell } from './elements/base.ts'
import { ElementInbox } from './elements/element-inbox.tsx'
import type { ElementFields } from './elements/fields.ts'

/** The bell with its popover: `customElements.define('notification-center-component', NotificationCenterWebComponent)`. */
export class NotificationCenterWebComponent extends InboxElement {
  protected override readonly display = 'inline-block'

  protected override content(values: ElementFields, tell: Tell) {
    const setOpen = (open: boolean) => this.setField('open', open)
    return createElement(ElementInbox, { kind: 'bell', values, tell, setOpen })
  }
}

/** The list alone, for pages that have a place for it. */
export class NotificationCenterContentWebComponent extends InboxElement {
  protected override readonly display = 'block'

  protected override content(values: ElementFields, tell: Tell) {
    return createElement(ElementInbox, { kind: 'list', values, tell, setOpen: () => {} })
  }
}
