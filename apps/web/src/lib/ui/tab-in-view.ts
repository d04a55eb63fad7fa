const MARGIN = 24

/** A ref for a list of tabs that may be wider than the screen: moves it so that the chosen tab is seen at first. */
export const showChosenTab = (list: HTMLElement | null): void => {
  const tab = list?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
  if (list && tab) list.scrollLeft = tab.offsetLeft - MARGIN
}
