"""The page about the web interface: complete, and nothing of it comes from elsewhere."""

import re


def test_every_route_and_model_is_on_the_page(client):
    document = client.get("/api/openapi.json").json()
    answer = client.get("/api/docs")
    assert answer.headers["content-type"].startswith("text/html")
    for path in document["paths"]:
        assert f"<code>{path}</code>" in answer.text, path
    for name in document["components"]["schemas"]:
        assert f'<details id="{name}">' in answer.text, name


def test_the_page_obeys_the_content_policy(client):
    """No script, no inline style, no address outside."""
    text = client.get("/api/docs").text
    assert "<script" not in text
    assert "style=" not in text
    assert "<style" not in text
    assert not re.findall(r"(?:src|href)=[\"'](?!/|#)", text)
    style = client.get("/api/docs.css")
    assert style.headers["content-type"].startswith("text/css")
    assert "url(" not in style.text
