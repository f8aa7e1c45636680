# Pushes crews, races, a draw and results with PowerShell 7. It can be run as often as you like: what is there
# already stays as it is.
#
#     $env:RUNNING_ORDER_URL = 'http://127.0.0.1:8080'; $env:RUNNING_ORDER_KEY = 'ro_…'; $env:RUNNING_ORDER_EVENT = '1'
#     pwsh -File push.ps1
#
# The PowerShell 5.1 that Windows brings has no -MaximumRetryCount.
#requires -Version 7.0
$ErrorActionPreference = 'Stop'

$base = "$env:RUNNING_ORDER_URL/v1/events/$env:RUNNING_ORDER_EVENT"

# Sends JSON. After an error answer it retries, three times; after a 429 it obeys Retry-After from PowerShell 7.4 on.
# Where no answer comes, the script ends: run it again. It shows the reason that the service gives for an error.
function Send([string] $method, [string] $path, $body) {
    $call = @{
        Method = $method
        Uri = $base + $path
        Headers = @{ Authorization = "Bearer $env:RUNNING_ORDER_KEY" }
        UserAgent = 'PushExample/1.0'
        ContentType = 'application/json; charset=utf-8'
        # -InputObject, because a pipe would take a list of one apart.
        Body = ConvertTo-Json -InputObject $body -Depth 9 -Compress
        TimeoutSec = 10
        MaximumRetryCount = 3
        RetryIntervalSec = 2
    }
    Invoke-RestMethod @call
}

Send POST '/schedule' @{ laneScheme = @('1', '2', '3', '4') } | Out-Null
Send PUT '/teams' @(
    @{ externalId = 'crew-1'; name = 'Quayside' }
    @{ externalId = 'crew-2'; name = "St. Mary's Ü" }
) | Out-Null
Send PUT '/races' @(
    @{
        externalId = 'W4x Heat 1'
        raceNumber = 901
        title = 'Women 4x, Heat 1'
        scheduledAt = '2026-06-13T09:00:00+02:00'
    }
) | Out-Null
$race = '/races/' + [uri]::EscapeDataString('W4x Heat 1')
Send PUT "$race/entries" @(
    @{ position = 2; teamExternalId = 'crew-1' }
    @{ position = 3; teamExternalId = 'crew-2' }
) | Out-Null
$answer = Send PUT "$race/results" @(
    @{ position = 2; finishTimeMillis = 402700 }
    @{ position = 3; finishTimeMillis = 399500; penaltyMillis = 5000 }
)
foreach ($lane in $answer.lanes) { "$($lane.finishPlace) $($lane.teamName)" }
