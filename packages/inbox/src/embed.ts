import { NotificationCenterContentWebComponent, NotificationCenterWebComponent } from './element.ts'

// The script tag: <script type="module" src="https://recado.example/inbox/embed.js"></script>

/** An element that says nothing about its service asks the server that this script came from. */
const origin = new URL(import.meta.url).origin

class EmbeddedBell extends NotificationCenterWebComponent {
  override readonly defaultBackendUrl = origin
}
class EmbeddedList extends NotificationCenterContentWebComponent {
  override readonly defaultBackendUrl = origin
}

const elements = {
  'notification-center-component': EmbeddedBell,
  'notification-center-content-component': EmbeddedList,
}

// A page may load the script twice, or have elements of these names already.
for (const [name, element] of Object.entries(elements)) {
  if (!customElements.get(name)) customElements.define(name, element)
}
