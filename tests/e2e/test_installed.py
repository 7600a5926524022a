"""The page as an installed app: known to the browser as one, open without the table, back by itself."""

import json

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
ACTIVE = """async () => {
  for (let i = 0; i < 400; i++) {
    const found = await navigator.serviceWorker.getRegistration();
    if (found?.active?.state === 'activated' && navigator.serviceWorker.controller) return true;
    await new Promise(done => setTimeout(done, 25));
  }
  return false;
}"""


def installed(serve, open_page, **likes):
    """A table and a page whose service worker has taken over."""
    table = serve(players=2, moves=40)
    watched = open_page(table.address, **likes)
    watched.page.wait_for_selector(".now h1")
    assert watched.page.evaluate(ACTIVE)
    return table, watched


def test_the_browser_knows_the_page_as_an_app(serve, open_page):
    """Manifest read without a complaint; nothing stands against installing it."""
    _, watched = installed(serve, open_page)
    devtools = watched.page.context.new_cdp_session(watched.page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    problems = [one["errorId"] for one in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # A private window can never install anything; tests run in one.
    assert [one for one in problems if one != "in-incognito"] == []


def test_the_app_opens_without_the_table_and_comes_back(serve, open_page):
    """Server off: the app still opens, says so in its language, and goes on when the table is there again."""
    table, watched = installed(serve, open_page, language="de")
    page = watched.page
    table.stop()
    page.goto(table.address + "/tv")
    page.wait_for_selector("[data-try]")
    assert "nicht zu erreichen" in page.inner_text("main [role=status]")
    serve(session=table.session, port=table.config.port)
    page.click("[data-try]")
    page.wait_for_selector(".tv h1", timeout=20_000)
    watched.forgive_lost_server()


def test_nothing_of_the_game_is_kept_on_the_device(serve, open_page):
    """The cache holds the shell and the sentences, no table, no picture."""
    _, watched = installed(serve, open_page)
    kept = watched.page.evaluate(
        """async () => {
          const all = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const one of await cache.keys()) {
              all.push(new URL(one.url).pathname);
              const text = await (await cache.match(one)).text();
              if (text.includes('id="first"')) all.push('/api/ kept inside ' + one.url);
            }
          }
          return all;
        }"""
    )
    assert "/pair" in kept
    assert [one for one in kept if one.startswith("/api/") and not one.startswith("/api/texts/")] == []
    assert any(one.endswith(".js") for one in kept)
