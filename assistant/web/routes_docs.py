"""The web interface as one page to read, made from the OpenAPI document: no script, nothing from elsewhere."""

from collections import defaultdict
from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

router = APIRouter()
METHODS = ("get", "post", "put", "delete")
STYLE = """
:root { color-scheme: light dark; --ground: #fbf6ea; --raised: #fff; --ink: #1d2a2f; --quiet: #55656a; --edge: #e3d8bf;
  --accent: #8f5200; }
@media (prefers-color-scheme: dark) { :root { --ground: #10212b; --raised: #17303d; --ink: #f4ead5; --quiet: #b9c4c0;
  --edge: #2c4a58; --accent: #f6b556; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 17px/1.45 "Segoe UI", system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px 60px; }
h1, h2 { font-family: "Palatino Linotype", Palatino, serif; font-weight: 400; }
h2 { border-bottom: 3px double var(--edge); margin-top: 40px; text-transform: capitalize; }
a { color: var(--accent); }
details { background: var(--raised); border: 1px solid var(--edge); border-radius: 10px; padding: 8px 14px;
  margin: 8px 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary b { color: var(--accent); display: inline-block; width: 3.4em; }
summary span { color: var(--quiet); margin-left: 0.6em; }
code { font: 15px ui-monospace, monospace; overflow-wrap: anywhere; }
p { color: var(--quiet); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 8px 0; }
dt { font: 15px ui-monospace, monospace; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
"""


def kind_of(schema: dict[str, Any]) -> str:
    """A JSON schema in a few words; models become links to their paragraph."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(kind_of(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))


def fields(schema: dict[str, Any]) -> str:
    rows = [f"<dt>{escape(name)}</dt><dd>{kind_of(one)}</dd>" for name, one in schema.get("properties", {}).items()]
    return f"<dl>{''.join(rows)}</dl>" if rows else ""


def asked(operation: dict[str, Any]) -> str:
    """What a request carries: parameters and body."""
    rows = [
        f"<dt>{escape(one['name'])}</dt><dd>{kind_of(one.get('schema', {}))}, in the {escape(one['in'])}</dd>"
        for one in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        rows.append(f"<dt>body</dt><dd>{kind_of(body)}</dd>")
    return "".join(rows)


def answered(operation: dict[str, Any]) -> str:
    rows = []
    for status, answer in operation.get("responses", {}).items():
        content = answer.get("content", {})
        kinds = [kind_of(one["schema"]) if one.get("schema") else escape(name) for name, one in content.items()]
        rows.append(f"<dt>{escape(status)}</dt><dd>{', '.join(kinds) or escape(answer.get('description', ''))}</dd>")
    return "".join(rows)


def operation_html(method: str, path: str, operation: dict[str, Any]) -> str:
    told = escape(operation.get("description", operation.get("summary", "")))
    short = told.split(". ")[0].split("; ")[0].rstrip(".")
    head = f"<summary><b>{method.upper()}</b> <code>{escape(path)}</code> <span>{short}</span></summary>"
    return f"<details>{head}<p>{told}</p><dl>{asked(operation)}{answered(operation)}</dl></details>"


def model_html(name: str, schema: dict[str, Any]) -> str:
    told = escape(schema.get("description", ""))
    head = f"<summary><code>{escape(name)}</code></summary>"
    return f'<details id="{escape(name)}">{head}<p>{told}</p>{fields(schema)}</details>'


def page(document: dict[str, Any]) -> str:
    """The whole document as HTML."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for path, methods in document["paths"].items():
        for method in (one for one in METHODS if one in methods):
            operation = methods[method]
            groups[(operation.get("tags") or ["other"])[0]].append(operation_html(method, path, operation))
    parts = [f"<h2>{escape(tag)}</h2>{''.join(rows)}" for tag, rows in groups.items()]
    models = "".join(model_html(name, one) for name, one in document["components"]["schemas"].items())
    title = f"{escape(document['info']['title'])} {escape(document['info']['version'])}"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title}: web interface</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>'
        f"<h1>{title}: web interface</h1>"
        "<p>Changes need the header <code>x-durbar-csrf</code> with the word from <code>/api/me</code>. "
        'News come over the websocket <code>/ws</code>. <a href="/api/openapi.json">The same as OpenAPI</a>.</p>'
        f"{''.join(parts)}<h2>Models</h2>{models}</main></body></html>"
    )


@router.get("/api/docs", include_in_schema=False, response_class=HTMLResponse)
def docs(request: Request) -> HTMLResponse:
    """Every route with what it takes and answers."""
    return HTMLResponse(page(request.app.openapi()))


@router.get("/api/docs.css", include_in_schema=False)
def docs_style() -> Response:
    return Response(STYLE, media_type="text/css")
