"""What a server has beside its tables: bots and services, made when it starts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from plyground.server.bots.runner import Bots
from plyground.server.service_door import Extras
from plyground.server.services.limits import ServiceLimits
from plyground.server.services.page import PageServices
from plyground.server.store import Store
from plyground.server.workers.pool import PoolLimits


def usual_workers() -> PoolLimits:
    """A worker for every processor but one, which stays free for people's moves."""
    return PoolLimits(workers=max(1, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True, slots=True)
class ExtrasSettings:
    """What the operator may say about them; a value that makes them, see `plyground.server.service_door.Extend`."""

    engines: Mapping[str, str] = field(default_factory=dict)
    """Engines of others that people may play: name -> command line."""
    workers: PoolLimits = field(default_factory=usual_workers)
    """Of the bots; the services have as many again."""
    limits: ServiceLimits = field(default_factory=ServiceLimits)
    addresses: Sequence[str] = ()
    """Where others reach the server."""

    async def __call__(self, store: Store) -> Extras:
        """Makes them; whether the operator's engines can be used is found out meanwhile."""
        bots = Bots.create(self.engines, self.workers)
        bots.try_engines_soon()
        # Someone who waits for a bot's move is served before someone who analyses.
        lower = replace(self.workers, niceness=min(19, self.workers.niceness * 3 // 2))
        services = PageServices(store, bots=bots, limits=self.limits, workers=lower, addresses=self.addresses)
        services.warm()
        bots.pool.warm()
        return Extras(bots=bots, services=services, gauges={**bots.gauges, **services.gauges})
