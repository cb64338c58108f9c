"""The figures of a running server in the text form that Prometheus reads. Must not count anything itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from server.condition import Condition
from server.figures import Figures

CONTENT_TYPE = CONTENT_TYPE_LATEST


class Metrics(Collector):
    """Asks for the figures when it is asked: the condition, the totals, and how many events were stored."""

    def __init__(self, condition: Callable[[], Condition], figures: Figures, stored: Callable[[], int]) -> None:
        self._condition = condition
        self._figures = figures
        self._stored = stored
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """All figures, those of the process among them."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """As `Collector.collect`."""
        now, totals = self._condition(), self._figures
        yield GaugeMetricFamily("magnate_connections", "Connections that are open.", now.connections)
        yield GaugeMetricFamily("magnate_tables_broken", "Tables taken out of play.", now.broken)
        yield GaugeMetricFamily("magnate_tables_held_up", "Tables that stand still since nothing can be stored.", now.held_up)
        tables = GaugeMetricFamily("magnate_tables", "Tables by their stage.", labels=["stage"])
        for stage in ("lobby", "running", "finished"):
            tables.add_metric([stage], now.tables.get(stage, 0))
        yield tables
        yield CounterMetricFamily("magnate_connections_accepted", "Connections let in.", totals.accepted)
        yield CounterMetricFamily("magnate_connections_refused", "Connections turned away.", totals.refused)
        yield CounterMetricFamily("magnate_messages", "Messages taken from clients.", totals.messages)
        refused = totals.refused_messages
        yield CounterMetricFamily("magnate_messages_refused", "Messages that would not do, or were too many.", refused)
        yield CounterMetricFamily("magnate_events_stored", "Events made durable.", self._stored())
        ended = CounterMetricFamily("magnate_connections_ended", "Connections that are over, by reason.", labels=["reason"])
        for reason, count in sorted(totals.ended.items()):
            ended.add_metric([reason], count)
        yield ended
