"""Figures for Prometheus, one registry per app so that tests and several tables do not share them."""

from prometheus_client import CollectorRegistry, Counter, Gauge


class Figures:
    """What an operator of many tables wants to see."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.pages = Gauge("durbar_pages", "Connected pages", registry=self.registry)
        self.revision = Gauge("durbar_revision", "Moves in the log of the running game", registry=self.registry)
        self.events = Counter("durbar_events", "Events of the session", registry=self.registry)
        self.requests = Counter("durbar_requests", "HTTP requests by status", ["status"], registry=self.registry)
