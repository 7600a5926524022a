// The view this page shows, from its address.
export const route = $state<{ path: string }>({ path: location.pathname });

addEventListener("popstate", () => (route.path = location.pathname));

export function go(path: string): void {
  if (path === location.pathname) return;
  history.pushState(null, "", path);
  route.path = path;
  scrollTo(0, 0);
}

/** Let plain clicks on our own links change the view without loading the page again. */
export function link(node: HTMLAnchorElement): { destroy: () => void } {
  const click = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(node.pathname);
  };
  node.addEventListener("click", click);
  return { destroy: () => node.removeEventListener("click", click) };
}
