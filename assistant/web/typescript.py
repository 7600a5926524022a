"""The wire models as TypeScript, so that page and server cannot disagree: `python -m assistant.web.typescript FILE`."""

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from assistant.web import schemas, schemas_setup

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def models() -> list[type[BaseModel]]:
    """Every wire model, in the order in which the files define them."""
    values = {**vars(schemas), **vars(schemas_setup)}.values()
    found = [one for one in values if isinstance(one, type) and issubclass(one, schemas.Wire)]
    return [one for one in found if one is not schemas.Wire]


def type_of(schema: dict[str, Any]) -> str:
    """One JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(f'"{one}"' for one in schema["enum"])
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(type_of(one) for one in schema["prefixItems"]) + "]"
        return f"({type_of(schema.get('items', {}))})[]"
    if kind == "object":
        values = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties") or {}]
        return f"Record<string, {type_of(values[0])}>"
    return _PLAIN.get(str(kind), "unknown")


def interface(name: str, schema: dict[str, Any]) -> str:
    lines = [f"  {key}: {type_of(value)};" for key, value in schema.get("properties", {}).items()]
    return "\n".join([f"export interface {name} {{", *lines, "}"])


def source() -> str:
    """The whole file. Fields with defaults are always sent, so none is optional."""
    _, top = models_json_schema([(one, "serialization") for one in models()], ref_template="#/$defs/{model}")
    head = "// Generated from assistant/web/schemas.py. Do not edit.\n"
    return head + "\n\n".join(interface(name, schema) for name, schema in sorted(top["$defs"].items())) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).parent.mkdir(parents=True, exist_ok=True)
    Path(sys.argv[1]).write_text(source(), encoding="utf-8")
